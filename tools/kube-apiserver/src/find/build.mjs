import { mkdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startChild } from '../process/index.mjs';
import { goEnvironment, moduleFolder } from './go.mjs';
import { withLock } from './lock.mjs';
import { programs } from './programs.mjs';

const reportEvery = 10_000;

/**
 * Builds all programs into `folder`, which appears at once and complete. Of two builders of the same
 * folder, in whatever clone, one builds and the other waits for it.
 */
export async function build({ folder, onProgress }) {
  await mkdir(dirname(folder), { recursive: true });
  await withLock({ path: `${folder}.lock`, onProgress }, async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.building`; // may be there from a builder that was killed
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    try {
      const start = performance.now();
      for (const [index, program] of programs.entries())
        await buildOne({ program, index, into: unfinished, start, onProgress });
      await rename(unfinished, folder);
      onProgress(`built ${programs.map(({ name }) => name).join(', ')} in ${since(start)}`);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  });
}

async function buildOne({ program, index, into, start, onProgress }) {
  const what = `building ${program.name} (${index + 1} of ${programs.length})`;
  const ownStart = performance.now();
  const go = startChild({
    command: 'go',
    args: [
      'build',
      '-trimpath',
      `-ldflags=-s -w ${program.flags}`,
      '-o',
      join(into, program.name),
      program.main,
    ],
    cwd: moduleFolder(program.folder),
    env: goEnvironment(),
    name: `go build of ${program.name}`,
  });
  onProgress(`${what} …`);
  const timer = setInterval(
    () => onProgress(`${what}, ${since(ownStart)}; ${since(start)} in all${doing(go.output())}`),
    reportEvery,
  );
  try {
    const { code, signal, error } = await go.exited;
    if (code === 0) return;
    const why = error?.message ?? go.output().trim().split('\n').slice(-15).join('\n');
    throw new Error(`${go.name} failed (${signal ?? code}):\n${why}`);
  } finally {
    clearInterval(timer);
    await go.stop();
  }
}

/** Go writes a line per module while it downloads and nothing while it compiles. */
function doing(output) {
  const line = output.trimEnd().split('\n').at(-1);
  return line.startsWith('go: downloading') ? ` (${line.slice(4)})` : '';
}

function since(start) {
  const seconds = Math.round((performance.now() - start) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
