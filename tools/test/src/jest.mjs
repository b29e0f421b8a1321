/**
 * Runs one project's specs: `node tools/test/src/jest.mjs libs/capi`. Jest's own report goes to
 * `<project>/test-report.json`, which is the cached output that the final count is read from.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [project, ...rest] = process.argv.slice(2);
const long = process.env.SLIPWAY_TEST_LONG === '1';
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--config',
    'jest.config.mjs',
    `${project}/`,
    '--passWithNoTests',
    ...(long ? [] : ['--testPathIgnorePatterns', '\\.long\\.spec\\.ts$', '/dist/']),
    '--json',
    `--outputFile=${project}/test-report.json`,
    ...rest,
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
process.exit(status ?? 1);
