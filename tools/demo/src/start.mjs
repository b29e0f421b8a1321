/**
 * `npm start`: the whole of Slipway on this machine, with nothing prepared. Only what Node brings is
 * imported before the packages are known to be installed.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { say, step } from './progress.mjs';

const usage = `npm start [-- OPTIONS]
  --kubeconfig FILE   use the cluster of this kubeconfig instead of a simulated one
  --namespace NS      namespace with the Cluster API objects (default "default"; simulated: capi-system)
  --port N            port of the gateway on 127.0.0.1 (default 8080)`;

const options = readArguments();
await install();
// Now the workspace's packages can be imported.
const { startStack } = await import('./stack.mjs');
const { Children } = await import('./children.mjs');

const children = await Children.afterCleaningUp();
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void stop(0));
}
children.onUnexpectedEnd(({ name, log }) => {
  if (stopping) return;
  say(`\n${name} ended by itself; its last words are in ${log}`);
  void stop(1);
});

try {
  const stack = await startStack(children, options);
  stack.tell();
} catch (error) {
  if (!stopping) {
    say(`\n${error instanceof Error ? error.message : error}`);
    await stop(1);
  }
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  await step('stopping', () => children.stopAll());
  process.exit(code);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        kubeconfig: { type: 'string' },
        namespace: { type: 'string', short: 'n' },
        port: { type: 'string', short: 'p', default: '8080' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      say(usage);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65535) {
      throw new Error('--port must be a number from 1 to 65535');
    }
    return {
      port,
      kubeconfig: values.kubeconfig === undefined ? undefined : resolve(values.kubeconfig),
      namespace: values.namespace,
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}
