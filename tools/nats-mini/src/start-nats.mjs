import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { findNatsServer } from './find-nats-server.mjs';

const main = fileURLToPath(new URL('./main.mjs', import.meta.url));
const startWithinMilliseconds = 10_000;

/**
 * Starts a NATS server on 127.0.0.1: nats-server where one can be found or installed, else the mini
 * broker. Resolves once it greets; rejects saying what it printed when it doesn't.
 *
 * `server`: the path of a nats-server, or `mini`, instead of looking for one.
 */
export async function startNats({
  port,
  server,
  detached = false,
  onProgress = () => undefined,
} = {}) {
  const binary = server ?? (await findNatsServer({ install: true, onProgress })) ?? 'mini';
  if (binary === 'mini') onProgress('no nats-server: the built-in mini broker stands in for it');
  // A free port may be taken by another between the look and the start.
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn({ port: port ?? (await freePort()), binary, detached });
    } catch (error) {
      if (port !== undefined || attempt === 3) throw error;
    }
  }
}

async function startOn({ port, binary, detached }) {
  const mini = binary === 'mini';
  const [command, ...args] = mini
    ? [process.execPath, main, '--port', String(port)]
    : [binary, '-a', '127.0.0.1', '-p', String(port)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => (said = `${said}${text}`.slice(-2000)));
  }
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  void ended.then(() => process.off('exit', killWithParent));
  const kill = () => end(child, ended, 'SIGKILL');
  let gone = false;
  void ended.then(() => (gone = true));
  const deadline = Date.now() + startWithinMilliseconds;
  while (!(await greets(port))) {
    if (!gone && Date.now() < deadline) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
      continue;
    }
    await kill();
    throw new Error(`NATS did not start on port ${port} of 127.0.0.1: ${said.trim() || command}`);
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kind: mini ? 'mini' : 'nats-server',
    pid: child.pid,
    stop: () => end(child, ended, 'SIGTERM'),
    kill,
  };
}

/** A frozen process takes no SIGTERM: continued first, killed when it still doesn't go. */
async function end(child, ended, signal) {
  child.kill(signal);
  child.kill('SIGCONT');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}

function greets(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    const answer = (greeted) => {
      socket.destroy();
      resolve(greeted);
    };
    socket.once('data', (bytes) => answer(bytes.toString().startsWith('INFO ')));
    for (const event of ['error', 'timeout', 'end']) socket.once(event, () => answer(false));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
