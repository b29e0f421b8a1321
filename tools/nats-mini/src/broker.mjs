import { createServer } from 'node:net';
import { Client } from './client.mjs';
import { Interest } from './interest.mjs';

/** Says in every greeting that this is not nats-server. */
export const miniServerName = 'slipway-mini-nats';

/**
 * A small NATS broker for a machine without nats-server: core publish and subscribe with queue groups,
 * headers, no-responders and the payload limit. No accounts, TLS, clusters or JetStream, and it listens
 * on 127.0.0.1 alone.
 */
export class MiniBroker {
  interest = new Interest();
  #clients = new Set();
  #count = 0;
  #server = createServer((socket) => this.#greet(socket));

  constructor({ maxPayload = 1024 * 1024 } = {}) {
    this.maxPayload = maxPayload;
  }

  /** Port 0 takes a free one; resolves to the port, rejects when it is taken. */
  listen(port) {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => resolve(this.#server.address().port));
    });
  }

  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#clients) client.close();
    await closed;
  }

  left(client) {
    this.#clients.delete(client);
  }

  #greet(socket) {
    const info = {
      server_id: miniServerName,
      server_name: miniServerName,
      version: '0.1.0-slipway-mini',
      go: 'none',
      proto: 1,
      host: '127.0.0.1',
      port: socket.localPort,
      headers: true,
      max_payload: this.maxPayload,
      client_id: ++this.#count,
    };
    this.#clients.add(new Client({ socket, broker: this, info }));
  }
}
