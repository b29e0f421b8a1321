import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { actors, root } from './paths.mjs';

/** CommonJS inside an ESM bundle still asks for `require`. */
const banner = `import { createRequire as __benchRequire } from 'node:module';
const require = __benchRequire(import.meta.url);`;

/** Ours and the rival through the same bundler with the same options. */
export async function buildActors() {
  await rm(actors, { recursive: true, force: true });
  const folder = join(root, 'tools/bench/src/actors');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'));
  await build({
    entryPoints: files.map((file) => join(folder, file)),
    outdir: actors,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@slipway/source'],
    mainFields: ['module', 'main'],
    keepNames: true,
    external: ['@nestjs/*', 'class-transformer', 'class-validator'],
    banner: { js: banner },
    logLevel: 'warning',
  });
}

/** The programs as they are shipped; nx leaves those alone that are up to date. */
export async function buildBundles(projects) {
  if (projects.length === 0) return;
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  await promisify(execFile)(
    process.execPath,
    [nx, 'run-many', '-t', 'build', '-p', projects.join(','), '--output-style=static'],
    { cwd: root },
  ).catch((error) => {
    throw new Error(`the build failed:\n${error.stdout}${error.stderr}`);
  });
}
