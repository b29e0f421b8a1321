import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { basename } from 'node:path';
import { adopt, release } from './reaper.mjs';
import { until } from './until.mjs';

const keptCharacters = 64 * 1024;

/** Starts a program in a process group of its own that dies with this process. Shapes: index.d.mts. */
export function startChild({
  command,
  args = [],
  cwd,
  env,
  name = basename(command),
  show = false,
}) {
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let ended;
  const readers = new Set();
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-keptCharacters);
      if (show) process[stream].write(text);
      for (const reader of readers) reader();
    });
  }

  const exited = new Promise((resolve) => {
    const end = (result) => {
      if (ended) return;
      ended = result;
      if (child.pid !== undefined) {
        signalGroup(child.pid, 'SIGKILL'); // what the program itself started and left behind
        release(child.pid);
      }
      resolve(result);
      for (const reader of readers) reader();
    };
    child.once('error', (error) => end({ code: null, signal: null, error }));
    // 'close' waits for the pipes, which a grandchild may hold open: ask for it only after 'exit'.
    child.once('exit', (code, signal) => {
      signalGroup(child.pid, 'SIGKILL');
      const result = { code, signal };
      child.once('close', () => end(result));
      setTimeout(end, 500, result).unref();
    });
  });
  if (child.pid !== undefined) adopt(child.pid);

  const gone = () => new Error(`${name} ${howItEnded(ended)}${lastLines(output)}`);

  return {
    name,
    pid: child.pid,
    exited,
    get running() {
      return !ended;
    },
    output: () => output,
    line(pattern, { within = 10_000 } = {}) {
      return new Promise((resolve, reject) => {
        const settle = (act, value) => {
          readers.delete(look);
          clearTimeout(timer);
          act(value);
        };
        const look = () => {
          const match = pattern.exec(output);
          if (match) settle(resolve, match);
          else if (ended) settle(reject, gone());
        };
        const timer = setTimeout(() => {
          const waited = `${name} wrote nothing like ${pattern} within ${within} ms`;
          settle(reject, new Error(waited + lastLines(output)));
        }, within);
        readers.add(look);
        look();
      });
    },
    async answers(url, { within = 10_000, status = 200 } = {}) {
      try {
        await until(async () => (await statusOf(url)) === status, {
          within,
          because: `${name} to answer ${status} at ${url}`,
          giveUp: () => ended && gone(),
        });
      } catch (error) {
        throw ended ? error : new Error(error.message + lastLines(output));
      }
    },
    async stop({ within = 10_000 } = {}) {
      if (ended) return ended;
      signalGroup(child.pid, 'SIGTERM');
      const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), within);
      const result = await exited;
      clearTimeout(timer);
      return result;
    },
    kill(signal = 'SIGKILL') {
      if (!ended) signalGroup(child.pid, signal);
      return exited;
    },
    signal(signal) {
      if (!ended) signalGroup(child.pid, signal);
    },
  };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function statusOf(url) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('timeout', () => request.destroy(new Error('no answer within 2000 ms')));
    request.once('error', reject);
  });
}

function howItEnded({ code, signal, error }) {
  if (error) return `could not be started: ${error.message}`;
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
}

function lastLines(output) {
  const lines = output.trimEnd().split('\n').slice(-20).join('\n');
  return lines ? `; its last lines:\n${lines}` : '; it wrote nothing';
}
