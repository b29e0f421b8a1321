import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { state } from './paths.mjs';

const pidFile = join(state, 'pids.json');

/**
 * The programs of this run. Each has a process group of its own, so that a terminal's Ctrl-C reaches
 * us alone and they can be ended in order; their ids are kept in a file, for the case that we are
 * killed and the next run has to end them.
 */
export class Children {
  #running = [];
  #ended = () => undefined;

  static async afterCleaningUp() {
    mkdirSync(join(state, 'logs'), { recursive: true });
    if (existsSync(pidFile)) {
      for (const { pid, begun } of JSON.parse(readFileSync(pidFile, 'utf8'))) {
        if (begun !== undefined && begun === beginningOf(pid)) kill(pid, 'SIGKILL');
      }
      rmSync(pidFile);
    }
    return new Children();
  }

  onUnexpectedEnd(listener) {
    this.#ended = listener;
  }

  /** Starts a program of Node; resolves once `ready` does, rejects when the program ends before. */
  async start(name, file, args, { env = {}, ready }) {
    const log = join(state, 'logs', `${name}.log`);
    const lines = createWriteStream(log);
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        lines.write(bytes);
        output = (output + bytes).slice(-4096);
      });
    }
    const program = {
      name,
      log,
      pid: child.pid,
      stop: () => {
        program.stopped = true;
        return stopChild(child);
      },
      again: () => this.start(name, file, args, { env, ready }),
    };
    this.adopt(program);
    const ended = new AbortController();
    const exit = once(child, 'exit').then(([code]) => {
      const error = new Error(`${name} ended with code ${code}:\n${output}`);
      ended.abort(error);
      throw error;
    });
    exit.catch(() => undefined);
    await Promise.race([ready(ended.signal, () => output), exit]);
    child.on('exit', () => program.stopped || this.#ended(program));
    return program;
  }

  /** Takes over a program that something else has started. */
  adopt(program) {
    this.#running.push(program);
    const kept = this.#running.map(({ pid }) => ({ pid, begun: beginningOf(pid) }));
    writeFileSync(pidFile, JSON.stringify(kept));
  }

  /** Ends a program and starts it again as it was. */
  async restart(name) {
    const program = this.#running.find((each) => each.name === name);
    this.#running = this.#running.filter((each) => each !== program);
    await program.stop();
    await program.again();
  }

  /** Last started, first ended. */
  async stopAll() {
    for (const program of this.#running.splice(0).reverse()) await program.stop();
    rmSync(pidFile, { force: true });
  }
}

async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  kill(child.pid, 'SIGTERM');
  const patience = new AbortController();
  await Promise.race([
    exit,
    delay(10_000, undefined, { signal: patience.signal, ref: false })
      .then(() => kill(child.pid, 'SIGKILL'))
      .then(() => exit)
      .catch(() => undefined),
  ]);
  patience.abort();
}

function kill(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** When a process began, so that a number given to another program meanwhile isn't mistaken. */
function beginningOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20];
  } catch {
    return undefined; // No /proc here, or no such process: then nothing is killed by number.
  }
}
