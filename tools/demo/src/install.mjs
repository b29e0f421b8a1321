import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.mjs';
import { step } from './progress.mjs';

const stamp = join(root, 'node_modules', '.slipway-lock');

/** Installs the packages unless those of the present lock file are there. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Slipway needs Node 20.19 or newer; this is ${process.versions.node}\n`);
    process.exit(1);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  await step('installing packages (a minute, once)', () => run('npm', ['ci', '--no-progress']));
  writeFileSync(stamp, lock);
}

/** Builds the programs; what is built already costs a look. */
export async function build(projects) {
  await step('building', () =>
    promisify(execFile)(
      process.execPath,
      [
        'node_modules/nx/dist/bin/nx.js',
        'run-many',
        '-t',
        'build',
        '-p',
        projects.join(','),
        '--outputStyle=static',
      ],
      { cwd: root, env: { ...process.env, NX_DAEMON: 'false', CI: 'true' }, maxBuffer: 1 << 26 },
    ).catch((error) => {
      throw new Error(`the build failed:\n${error.stdout}${error.stderr}`);
    }),
  );
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (output += bytes));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed:\n${output}`)),
    );
  });
}
