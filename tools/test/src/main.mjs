/** The test run itself; run.mjs is its door, which needs no package to be installed. */
import { parseArgs } from 'node:util';
import { startChild } from '@slipway/kube-apiserver/process';
import { linesOf, summarize } from './report.mjs';
import { startServers } from './servers.mjs';
import * as workspace from './workspace.mjs';

const { values: options, positionals: projects } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const begin = performance.now();
const running = new Set();
const start = (child) => {
  const started = startChild(child);
  running.add(started);
  void started.exited.then(() => running.delete(started));
  return started;
};

let servers;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    if (interrupted) return;
    interrupted = true;
    console.error('\ninterrupted; ending what runs');
    await Promise.all([...running].map((child) => child.stop({ within: 5_000 })));
    await servers?.stop();
    process.exit(130);
  });

/** nx without a daemon that outlives it, a refusal to run, colours in a file, or a cache elsewhere. */
const quiet = {
  ...process.env,
  CI: 'true',
  NX_DAEMON: 'false',
  NX_CACHE_DIRECTORY: '.nx/cache',
  FORCE_COLOR: process.env.FORCE_COLOR ?? (process.stdout.isTTY ? '1' : '0'),
};

console.log('looking for nats-server and a Kubernetes API server …');
const [started, checks] = await Promise.all([
  startServers({ onProgress: (line) => console.log(line) }),
  projects.length > 0 ? [] : wholeWorkspace(),
]);
servers = started;
for (const problem of servers.problems) console.error(`\n>>> ${problem}\n`);
console.log(`servers: ${servers.environment.SLIPWAY_TEST_SERVERS} (${since(begin)})`);

const { tasks, failed } = await workspace.runTargets({
  start,
  targets: ['typecheck', 'lint', 'build', 'test'],
  projects,
  env: {
    ...quiet,
    ...servers.environment,
    SLIPWAY_TEST_LONG: options.long ? '1' : undefined,
    SLIPWAY_TEST_RUNNER: String(process.pid),
  },
});
await servers.stop();

// On a developer's machine a missing server is told; where nobody reads along it fails the run.
const missing = process.env.CI
  ? servers.problems.map((problem) => ({ name: problem, failed: true }))
  : [];
const unexplained = tasks.length === 0 || (failed && !tasks.some((task) => task.failed));
const folders = workspace.projectFolders();
const summary = summarize({
  tasks,
  checks: [...checks, ...missing, { name: 'nx', failed: unexplained }],
  reportOf: (project) => workspace.readReport(folders.get(project)),
});
if (!interrupted) {
  console.log(`\n${since(begin)} in all`);
  console.log(linesOf(summary).join('\n'));
  process.exitCode = summary.failed > 0 ? 1 : 0;
}

async function wholeWorkspace() {
  return [
    await workspace.checkReferences({ start, env: quiet }),
    await workspace.checkFormat({ start, env: quiet }),
  ];
}

function since(moment) {
  return `${Math.round((performance.now() - moment) / 1000)} s`;
}
