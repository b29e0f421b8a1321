import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '../process.js';
import { startFaultProxy, type FaultProxy } from './index.js';

/** Answers each piece with the same piece, and remembers what it saw. */
interface Echo {
  readonly server: Server;
  readonly clients: Socket[];
  readonly resets: () => number;
  received: string;
}

let echo: Echo;
let proxy: FaultProxy;
const opened: Socket[] = [];

beforeEach(async () => {
  echo = await startEcho();
  const { port } = echo.server.address() as AddressInfo;
  proxy = await startFaultProxy({ target: { host: '127.0.0.1', port } });
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await proxy.close();
  await new Promise((resolve) => echo.server.close(resolve));
});

describe('without a fault', () => {
  test('bytes pass both ways and ends are passed on', async () => {
    const client = open();
    client.socket.write('hello');
    await client.gets('hello');
    client.socket.end();
    await client.ends();
    expect(client.error).toBeUndefined();
    await until(() => proxy.connections() === 0, soon('the client to be gone'));
    expect(proxy.accepted()).toBe(1);
  });

  test('a reset of the server reaches the client as a reset', async () => {
    const client = open();
    client.socket.write('hello');
    await client.gets('hello');
    echo.clients[0]?.resetAndDestroy();
    await client.fails('ECONNRESET');
  });

  test('a server that is not there looks like a reset', async () => {
    const nowhere = await startFaultProxy({ target: { host: '127.0.0.1', port: 1 } });
    const client = open(nowhere.port);
    await client.fails('ECONNRESET');
    await nowhere.close();
  });

  test('megabytes pass while the receiver is slow to read', async () => {
    const client = open();
    const size = 8 * 1024 * 1024;
    client.socket.pause();
    client.socket.write(Buffer.alloc(size, 'x'));
    await until(() => echo.received.length > 1024 * 1024, soon('the server to be sent something'));
    client.socket.resume();
    await until(() => client.received.length === size, soon('everything to come back'));
  });

  test('nothing is left after 1,000 clients that leave at once', async () => {
    for (let round = 0; round < 20; round++) {
      const clients = Array.from({ length: 50 }, () => open());
      for (const [index, { socket }] of clients.entries()) {
        if (index % 2) socket.write('x');
        socket.destroy();
      }
    }
    await until(() => proxy.connections() === 0, soon('all clients to be gone'));
    const left = () => new Promise<number>((done) => echo.server.getConnections((_, n) => done(n)));
    await until(async () => (await left()) === 0, soon('the server to be alone'));
  });
});

describe('delay', () => {
  test('counts for each direction, in order', async () => {
    proxy.set({ kind: 'delay', milliseconds: 60 });
    const client = open();
    const start = performance.now();
    client.socket.write('one');
    await until(() => echo.received === 'one', soon('the first piece'));
    client.socket.write('two');
    await client.gets('onetwo');
    expect(performance.now() - start).toBeGreaterThanOrEqual(119);
  });

  test('is over for what is under way once it is cleared', async () => {
    proxy.set({ kind: 'delay', milliseconds: 60_000 });
    const client = open();
    client.socket.write('late');
    await until(() => proxy.connections() === 1, soon('the client to be there'));
    proxy.clear();
    await client.gets('late');
  });
});

describe('reset', () => {
  test('hits both sides of open connections and every new client, until cleared', async () => {
    const client = open();
    client.socket.write('hello');
    await client.gets('hello');
    proxy.set({ kind: 'reset' });
    await client.fails('ECONNRESET');
    await until(() => echo.resets() === 1, soon('the server to see a reset'));
    await open().fails('ECONNRESET');
    expect(proxy.connections()).toBe(0);

    proxy.clear();
    const next = open();
    next.socket.write('again');
    await next.gets('again');
  });

  test('after some bytes lets exactly those through', async () => {
    const client = open();
    client.socket.write('before');
    await client.gets('before');
    proxy.set({ kind: 'reset', afterBytes: 4 });
    client.socket.write('abc');
    await client.gets('beforeabc');
    client.socket.write('defghi');
    await until(() => client.socket.closed, soon('the cut'));
    expect(client.received).toBe('beforeabcd');
  });

  test('after some bytes of the request cuts the request short', async () => {
    proxy.set({ kind: 'reset', direction: 'request', afterBytes: 2 });
    const client = open();
    client.socket.write('hello');
    await client.fails('ECONNRESET');
    await until(() => echo.received === 'he', soon('the start of the request'));
  });

  test('of all connections at once is over immediately', async () => {
    const client = open();
    client.socket.write('hello');
    await client.gets('hello');
    proxy.resetAll();
    await client.fails('ECONNRESET');
    const next = open();
    next.socket.write('again');
    await next.gets('again');
  });
});

describe('freeze', () => {
  test('holds what comes, keeps the sockets open, and lets it flow once cleared', async () => {
    const client = open();
    client.socket.write('a');
    await client.gets('a');
    proxy.set({ kind: 'freeze' });
    client.socket.write('b');
    await aWhile();
    expect(echo.received).toBe('a');
    expect(client.socket.closed).toBe(false);
    expect(proxy.connections()).toBe(1);
    proxy.clear();
    await client.gets('ab');
  });

  test('of one direction lets the other pass', async () => {
    const client = open();
    proxy.set({ kind: 'freeze', direction: 'response' });
    client.socket.write('question');
    await until(() => echo.received === 'question', soon('the request to pass'));
    await aWhile();
    expect(client.received).toBe('');
    proxy.clear();
    await client.gets('question');
  });

  test('hides from the server that the client has left', async () => {
    const client = open();
    client.socket.write('a');
    await client.gets('a');
    proxy.set({ kind: 'freeze' });
    client.socket.destroy();
    await until(() => proxy.connections() === 0, soon('the client to be gone'));
    await aWhile();
    expect(echo.clients[0]?.closed).toBe(false);
    proxy.clear();
    await until(() => echo.clients[0]?.closed === true, soon('the server to hear of it'));
  });
});

describe('garbage', () => {
  test('is put into open connections once', async () => {
    const client = open();
    client.socket.write('a');
    await client.gets('a');
    proxy.set({ kind: 'garbage', bytes: '<garbage>' });
    await client.gets('a<garbage>');
    client.socket.write('b');
    await client.gets('a<garbage>b');
  });

  test('comes first in new ones, towards the server when asked', async () => {
    proxy.set({ kind: 'garbage', bytes: '!', direction: 'request' });
    const client = open();
    client.socket.write('hello');
    await until(() => echo.received === '!hello', soon('the garbled request'));
  });
});

describe('trickle', () => {
  test('passes a byte at a time', async () => {
    proxy.set({ kind: 'trickle', milliseconds: 20, direction: 'response' });
    const client = open();
    const start = performance.now();
    client.socket.write('abcde');
    await client.gets('abcde');
    expect(performance.now() - start).toBeGreaterThanOrEqual(99);
  });

  test('of a long message stops when cleared', async () => {
    proxy.set({ kind: 'trickle', milliseconds: 60_000 });
    const client = open();
    client.socket.write('a long message');
    await until(() => proxy.connections() === 1, soon('the client to be there'));
    proxy.clear();
    await client.gets('a long message');
  });
});

describe('black hole', () => {
  test('takes clients whom the server never hears of, until cleared', async () => {
    proxy.set({ kind: 'blackHole' });
    const client = open();
    client.socket.write('anyone?');
    await until(() => proxy.connections() === 1, soon('the client to be taken'));
    await aWhile();
    expect(echo.clients).toHaveLength(0);
    expect(client.received).toBe('');
    proxy.clear();
    await client.gets('anyone?');
  });

  test('swallows what open connections carry', async () => {
    const client = open();
    client.socket.write('a');
    await client.gets('a');
    proxy.set({ kind: 'blackHole' });
    client.socket.write('b');
    await aWhile();
    expect(echo.received).toBe('a');
  });

  test('does not keep a client that gives up', async () => {
    proxy.set({ kind: 'blackHole' });
    const client = open();
    await until(() => proxy.connections() === 1, soon('the client to be taken'));
    client.socket.destroy();
    await until(() => proxy.connections() === 0, soon('the client to be gone'));
  });
});

test('closing resets everybody, also in a black hole', async () => {
  const idle = open();
  idle.socket.write('a');
  await idle.gets('a');
  proxy.set({ kind: 'blackHole' });
  const lost = open();
  await until(() => proxy.connections() === 2, soon('both clients to be there'));
  await proxy.close();
  await Promise.all([idle.fails('ECONNRESET'), lost.fails('ECONNRESET')]);
});

async function startEcho(): Promise<Echo> {
  let resets = 0;
  const clients: Socket[] = [];
  const server = createServer((socket) => {
    clients.push(socket);
    socket.on('error', () => resets++);
    socket.on('data', (bytes) => {
      state.received += bytes.toString();
      socket.write(bytes);
    });
  });
  const state: Echo = { server, clients, resets: () => resets, received: '' };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return state;
}

function open(port = proxy.port) {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  const client = {
    socket,
    received: '',
    error: undefined as NodeJS.ErrnoException | undefined,
    gets: (text: string) => until(() => client.received === text, soon(`"${text}" to come back`)),
    ends: () => until(() => socket.readableEnded, soon('the end')),
    fails: (code: string) => until(() => client.error?.code === code, soon(`an error ${code}`)),
  };
  socket.on('error', (error) => (client.error = error));
  socket.on('data', (bytes) => (client.received += bytes.toString()));
  return client;
}

const soon = (because: string) => ({ within: 10_000, because, every: 2 });

/** Long enough for loopback to carry what a broken fault would let through; nothing is waited for. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50));
