import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const nxProgram = 'node_modules/nx/dist/bin/nx.js';
const prettierProgram = 'node_modules/prettier/bin/prettier.cjs';
/** What nx writes when a run is over. */
const runFile = '.nx/cache/run.json';

/** The folder of each workspace package, by its name. */
export function projectFolders() {
  const folders = ['apps', 'libs', 'tools'].flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : [],
  );
  return new Map(
    folders
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => [
        JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name,
        folder,
      ]),
  );
}

export const reportFile = (folder) => join(folder, 'test-report.json');

/** Jest's report of a project, fresh or restored from the cache; undefined when there is none. */
export function readReport(folder) {
  if (!existsSync(reportFile(folder))) return undefined;
  return JSON.parse(readFileSync(reportFile(folder), 'utf8'));
}

/**
 * Whether TypeScript's project references agree with the imports. nx checks that by itself only where
 * CI is not set, and refuses to run anything; with CI it doesn't look.
 */
export function checkReferences({ start, env }) {
  return check({
    start,
    env,
    name: 'project references (nx sync)',
    args: [nxProgram, 'sync:check'],
  });
}

export function checkFormat({ start, env }) {
  const args = [prettierProgram, '--check', '--log-level', 'warn', '.'];
  return check({ start, env, name: 'format (npm run format)', args });
}

async function check({ start, env, name, args }) {
  const child = start({ command: process.execPath, args, env, name });
  const { code } = await child.exited;
  if (code !== 0) console.log(`${name}:\n${child.output()}`);
  return { name, failed: code !== 0 };
}

/** Runs the targets of all projects, or of those named, and resolves with what became of each task. */
export async function runTargets({ start, env, targets, projects }) {
  for (const folder of projectFolders().values()) rmSync(reportFile(folder), { force: true });
  rmSync(runFile, { force: true });
  const child = start({
    command: process.execPath,
    args: [
      nxProgram,
      'run-many',
      `--targets=${targets.join(',')}`,
      '--parallel=2',
      '--outputStyle=static',
      ...(projects.length > 0 ? [`--projects=${projects.join(',')}`] : []),
    ],
    env,
    name: 'nx',
    show: true,
  });
  const { code } = await child.exited;
  const tasks = existsSync(runFile) ? JSON.parse(readFileSync(runFile, 'utf8')).tasks : [];
  return {
    tasks: tasks.map(({ projectName, target, status, cacheStatus }) => ({
      project: projectName,
      target,
      failed: status !== 0,
      cached: cacheStatus !== 'cache-miss',
    })),
    failed: code !== 0,
  };
}
