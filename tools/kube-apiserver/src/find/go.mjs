import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folders with a go.mod and go.sum of ours, which pin what is built or downloaded. */
export const moduleFolder = (name) => fileURLToPath(new URL(`../../go/${name}`, import.meta.url));

/** The installed Go alone decides: no other toolchain is fetched, no workspace file above us counts. */
export const goEnvironment = () => ({
  ...process.env,
  HOME: process.env.HOME ?? homedir(),
  GOTOOLCHAIN: 'local',
  GOFLAGS: '-buildvcs=false',
  GOWORK: 'off',
});

export async function go(folder, args) {
  const { stdout } = await run('go', args, {
    cwd: moduleFolder(folder),
    env: goEnvironment(),
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

/** Why Go can't be used for these module folders; undefined when it can. */
export async function goIsMissing(folders) {
  let found;
  try {
    found = (await go(folders[0], ['env', 'GOVERSION'])).trim().replace(/^go/, '');
  } catch (error) {
    return error.code === 'ENOENT' ? 'Go is not installed' : `go fails: ${firstLine(error)}`;
  }
  const needed = await Promise.all(folders.map(directive));
  const newest = needed.sort(compareVersions).at(-1);
  if (compareVersions(found, newest) >= 0) return undefined;
  return `Go ${newest} or newer is needed, ${found} is installed`;
}

async function directive(folder) {
  const text = await readFile(join(moduleFolder(folder), 'go.mod'), 'utf8');
  return /^go (\S+)$/m.exec(text)[1];
}

export function compareVersions(a, b) {
  const [left, right] = [a, b].map((text) => text.split(/[^\d]+/).map(Number));
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const firstLine = (error) => (error.stderr || error.message).trim().split('\n')[0];
