import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, type Child } from './process.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface BundleOptions {
  readonly args?: readonly string[];
  /** Everything it gets besides PATH, HOME and TMPDIR: the tester's own environment stays outside. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a program from its bundle as a user would: `startBundle('apps/api-gateway', { args, env })`.
 * Throws when the bundle has not been built.
 */
export function startBundle(project: string, { args = [], env = {} }: BundleOptions = {}): Child {
  const main = join(root, project, 'dist/bundle/main.js');
  if (!existsSync(main))
    throw new Error(
      `${project} has no bundle; build it: node tools/build/src/bundle.mjs ${project}`,
    );
  const { PATH, HOME, TMPDIR } = process.env;
  return startChild({
    command: process.execPath,
    args: [main, ...args],
    cwd: root,
    env: { PATH, HOME, TMPDIR, ...env },
    name: project,
  });
}
