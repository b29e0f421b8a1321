/**
 * Runs one project's specs: `node tools/test/src/jest.mjs libs/capi [Jest's own arguments]`. Jest's own
 * report goes to `<project>/test-report.json`, which is the cached output that the final count is read
 * from.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '@slipway/kube-apiserver/process';

/** Jest writes its report when all specs are done and should then end at once. */
const mayLinger = 10_000;

const [project, ...rest] = process.argv.slice(2);
if (!project) {
  console.error('usage: node tools/test/src/jest.mjs PROJECT [JEST ARGUMENTS]');
  process.exit(2);
}
const long = process.env.SLIPWAY_TEST_LONG === '1';
const report = join(project, 'test-report.json');
// A report from before would pass for this run's if Jest crashed.
rmSync(report, { force: true });

const jest = startChild({
  command: process.execPath,
  args: [
    '--experimental-vm-modules',
    '--no-warnings',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--config',
    'jest.config.mjs',
    `${project}/`,
    '--passWithNoTests',
    ...(long ? [] : ['--testPathIgnorePatterns', '\\.long\\.spec\\.ts$', '/dist/']),
    '--json',
    `--outputFile=${report}`,
    ...rest,
  ],
  name: 'jest',
  show: true,
});

let deadline = Infinity;
const watch = setInterval(() => {
  if (runnerIsGone()) process.exit(1); // Jest dies with this process
  if (deadline === Infinity && existsSync(report)) deadline = performance.now() + mayLinger;
  if (performance.now() < deadline) return;
  console.error(`${project}: all specs are done, yet something keeps Jest alive; ending it`);
  void jest.kill();
}, 500);
const { code } = await jest.exited;
clearInterval(watch);
process.exitCode = code ?? 1;

/** nx starts its tasks in sessions of their own, where an interrupted run's signals may not reach them. */
function runnerIsGone() {
  const runner = Number(process.env.SLIPWAY_TEST_RUNNER);
  if (!runner) return false;
  try {
    process.kill(runner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
