import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort, startChild, until } from '@slipway/kube-apiserver/process';
import { findNatsServer } from './find-nats-server.mjs';

const main = fileURLToPath(new URL('./main.mjs', import.meta.url));

/** Starts a NATS server on 127.0.0.1. Shapes and meaning: index.d.mts. */
export async function startNats({ port, server, onProgress = () => undefined } = {}) {
  const binary = server ?? (await findNatsServer({ install: true, onProgress })) ?? 'mini';
  if (binary === 'mini') onProgress('the built-in mini broker stands in for nats-server');
  if (port !== undefined) return startOn({ port, binary });
  // A free port may be taken by another between the look and the start.
  for (let attempts = 3; ; attempts--) {
    try {
      return await startOn({ port: await freePort(), binary });
    } catch (error) {
      if (attempts === 1) throw error;
    }
  }
}

async function startOn({ port, binary }) {
  const mini = binary === 'mini';
  const child = startChild(
    mini
      ? { name: 'mini broker', command: process.execPath, args: [main, '--port', String(port)] }
      : { name: 'nats-server', command: binary, args: ['-a', '127.0.0.1', '-p', String(port)] },
  );
  await until(() => child.running && greets(port), {
    within: 10_000,
    because: `NATS to greet on port ${port}`,
    every: 10,
    giveUp: () => !child.running && new Error(`NATS did not start: ${lastWords(child)}`),
  }).catch(async (error) => {
    await child.kill();
    throw error;
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kind: mini ? 'mini' : 'nats-server',
    pid: child.pid,
    async stop() {
      child.signal('SIGCONT'); // a frozen process would not take the next signal
      await child.stop({ within: 5000 });
    },
    async kill() {
      await child.kill();
    },
  };
}

const lastWords = (child) => child.output().trim().split('\n').at(-1) || `no ${child.name} there`;

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
