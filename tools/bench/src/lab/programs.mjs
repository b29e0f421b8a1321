import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@slipway/nats-mini';
import { freePort, startChild } from '@slipway/kube-apiserver/process';
import { actors, bundleOf, made } from './paths.mjs';

/** The programs of one bench; all end with it, and with the runner however that ends. */
export class Programs {
  #running = [];

  /** An actor and its first line. */
  async actor(name, args = [], { within = 60_000, nodeArgs = [] } = {}) {
    const child = startChild({
      name,
      command: process.execPath,
      args: [...nodeArgs, join(actors, `${name}.js`), ...args.map(String)],
    });
    this.#running.push(child);
    const [line] = await child.line(/^\{.*\}$/m, { within });
    return { child, line: JSON.parse(line) };
  }

  /** Runs an actor to its end; its one line is the result. */
  async measure(name, args, nodeArgs = ['--expose-gc']) {
    const { child, line } = await this.actor(name, args, { within: 180_000, nodeArgs });
    await child.exited;
    return line;
  }

  async nats() {
    const nats = await startNats();
    this.#running.push(nats);
    if (nats.kind === 'mini') {
      console.log('  no nats-server here: the built-in mini broker stands in, figures are its own');
    }
    return nats;
  }

  /** The simulated management cluster; `{ child, line: { kubeconfig, url }, milliseconds }`. */
  async simulator() {
    const begun = performance.now();
    const child = startChild({
      name: 'simulator',
      command: process.execPath,
      args: [bundleOf('tools/simulators'), '--dir', join(made, 'simulator')],
    });
    this.#running.push(child);
    const [text] = await child.line(/^\{"ready":true.*\}$/m, { within: 30_000 });
    return { child, line: JSON.parse(text), milliseconds: performance.now() - begun };
  }

  /**
   * A service from its bundle, ready. Its log goes to a file: through a pipe it would be read by
   * the process that makes the load.
   */
  async service(app, args) {
    const opsPort = await freePort();
    mkdirSync(join(made, 'logs'), { recursive: true });
    const begun = performance.now();
    const child = startChild({
      name: app,
      command: '/bin/sh',
      args: [
        '-c',
        'exec "$@" > "$0" 2>&1',
        join(made, 'logs', `${app}.log`),
        process.execPath,
        bundleOf(`apps/${app}`),
        ...args,
        '--ops-port',
        String(opsPort),
      ],
    });
    this.#running.push(child);
    await child.answers(`http://127.0.0.1:${opsPort}/readyz`, { within: 30_000 });
    return { child, milliseconds: performance.now() - begun };
  }

  clusterApi({ nats, kubeconfig }) {
    const where = ['--kubeconfig', kubeconfig, '--namespace', 'capi-system'];
    return this.service('cluster-api', ['--nats-url', nats.url, ...where]);
  }

  async gateway({ nats }) {
    const port = await freePort();
    const started = await this.service('api-gateway', [
      '--nats-url',
      nats.url,
      '--port',
      String(port),
    ]);
    return { ...started, url: `http://127.0.0.1:${port}` };
  }

  /** Last started, first ended. */
  async stop() {
    for (const program of this.#running.splice(0).reverse()) await program.stop();
  }
}
