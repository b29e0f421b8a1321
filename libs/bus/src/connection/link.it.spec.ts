import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { systemClock } from '@slipway/service';
import { CaptureLogger } from '@slipway/service/testing';
import { eventually } from '../testing/bus-lab.js';
import { Link } from './link.js';

/** A server that greets and then lets in only those who know the password. */
class GuardedServer {
  attempts = 0;
  password = 'right';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write('INFO {"server_id":"x","version":"2.10.0","max_payload":1048576,"proto":1}\r\n');
      socket.on('data', (bytes) => {
        const [, settings] = /CONNECT (.*)\r\n/.exec(bytes.toString()) ?? [];
        if (settings === undefined) return;
        this.attempts++;
        const { user, pass } = JSON.parse(settings) as { user?: string; pass?: string };
        if (user === 'me' && pass === this.password) socket.write('PONG\r\n');
        else socket.end("-ERR 'Authorization Violation'\r\n");
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `nats://me:right@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.dropAll();
    this.#server.close();
  }
}

const opened: { close(options: { within: number }): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close({ within: 0 });
});

test('refused credentials are told apart from an absent server, tried on, and never logged', async () => {
  const server = new GuardedServer();
  server.password = 'another';
  const url = await server.listen();
  const logger = new CaptureLogger();
  const link = new Link({ url, service: 'lab', logger, clock: systemClock, pingInterval: 5000 });
  opened.push(link, server);
  void link.open();
  for (const occasion of ['the first connection', 'a later one']) {
    // The client library gives up after two refusals in a row unless it is told not to.
    const before = server.attempts;
    await eventually(() => server.attempts > before + 3, `four attempts at ${occasion}`);
    await eventually(
      () => !link.state.up && link.state.because.includes('check the credentials'),
      'the reason to be known',
    );
    server.password = 'right';
    await eventually(() => link.state.up, 'the link to come up');
    server.password = 'another';
    server.dropAll();
  }
  expect(JSON.stringify(logger.lines)).not.toContain('right');
});
