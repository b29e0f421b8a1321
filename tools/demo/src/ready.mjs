import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A port of loopback that is free now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Rejects with a sentence when something listens on the port already. */
export function portMustBeFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} of 127.0.0.1 is taken; give another one: npm start -- --port N`)
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', () => server.close(resolve));
  });
}

/** Waits until the address answers 200; gives back the last answer when the time is over. */
export async function answers(url, { within, signal }) {
  const end = performance.now() + within;
  let last = 'no answer';
  while (performance.now() < end) {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      last = await response.text();
      if (response.ok) return { ready: true };
    } catch (error) {
      last = String(error.cause?.code ?? error.message);
    }
    await delay(50);
  }
  return { ready: false, last };
}

/** Waits for a line of a program's output that is a JSON object with `ready: true`. */
export async function readyLine(output, { within, signal }) {
  const end = performance.now() + within;
  while (performance.now() < end) {
    signal.throwIfAborted();
    const line = output()
      .split('\n')
      .find((text) => text.startsWith('{"ready":true'));
    if (line) return JSON.parse(line);
    await delay(20);
  }
  throw new Error(`no sign of readiness within ${within / 1000} s`);
}
