import { join } from 'node:path';
import { startNats } from '@slipway/nats-mini';
import { build } from './install.mjs';
import { root, state } from './paths.mjs';
import { say, step } from './progress.mjs';
import { answers, freePort, portMustBeFree, readyLine } from './ready.mjs';

const bundle = (project) => join(root, project, 'dist/bundle/main.js');

/** Starts everything, in the order in which each stands on the last. */
export async function startStack(children, { kubeconfig, namespace, port }) {
  await portMustBeFree(port);
  await build(['@slipway/api-gateway', '@slipway/cluster-api', '@slipway/simulators']);

  const nats = await step('starting NATS', () => natsServer(children));
  const management = kubeconfig
    ? { kubeconfig, namespace: namespace ?? 'default', simulated: false }
    : await step('starting a simulated management cluster', () =>
        simulator(children, namespace ?? 'capi-system'),
      );
  const opsPorts = { clusterApi: await freePort(), gateway: await freePort() };

  const clusterApi = await step('starting cluster-api', () =>
    service(children, 'cluster-api', opsPorts.clusterApi, [
      '--nats-url',
      nats.url,
      '--kube-client',
      'kubeconfig',
      '--kubeconfig',
      management.kubeconfig,
      '--namespace',
      management.namespace,
    ]),
  );
  const gateway = await step('starting api-gateway', () =>
    service(children, 'api-gateway', opsPorts.gateway, [
      '--nats-url',
      nats.url,
      '--port',
      String(port),
      '--address',
      '127.0.0.1',
    ]),
  );
  return { tell: () => tell({ nats, management, opsPorts, port, clusterApi, gateway }) };
}

async function natsServer(children) {
  const url = process.env.NATS_URL;
  if (url) return { url, kind: 'given by NATS_URL' };
  const nats = await startNats();
  children.adopt({ name: 'nats', log: '', pid: nats.pid, stop: () => nats.stop() });
  return nats;
}

async function simulator(children, namespace) {
  let ready;
  await children.start(
    'simulator',
    bundle('tools/simulators'),
    ['--dir', join(state, 'simulator'), '--namespace', namespace],
    {
      ready: async (signal, output) => {
        ready = await readyLine(output, { within: 20_000, signal });
      },
    },
  );
  return { kubeconfig: ready.kubeconfig, url: ready.url, namespace, simulated: true };
}

/** Started even when it isn't ready in time: it says why, and recovers by itself. */
async function service(children, app, opsPort, args) {
  let result;
  await children.start(app, bundle(`apps/${app}`), [...args, '--ops-port', String(opsPort)], {
    ready: async (signal) => {
      result = await answers(`http://127.0.0.1:${opsPort}/readyz`, { within: 15_000, signal });
    },
  });
  return result;
}

function tell({ nats, management, opsPorts, port, clusterApi, gateway }) {
  const api = `http://127.0.0.1:${port}`;
  say('');
  for (const [name, { ready, last }] of Object.entries({
    'cluster-api': clusterApi,
    'api-gateway': gateway,
  })) {
    if (!ready) say(`${name} runs but is not ready yet: ${last}\n`);
  }
  say(`Slipway runs.

  API gateway      ${api}        (API pages: ${api}/swagger/)
  gateway health   http://127.0.0.1:${opsPorts.gateway}/readyz   (also /livez, /metrics)
  cluster-api      http://127.0.0.1:${opsPorts.clusterApi}/readyz
  NATS             ${nats.url}   (${nats.kind === 'mini' ? 'slipway-mini-nats, a small broker for trying things' : nats.kind})
  Kubernetes       ${management.kubeconfig}, namespace ${management.namespace}
                   ${management.simulated ? 'SIMULATED: three clusters that exist only in this process; nothing real is touched' : 'a real cluster, as you asked'}
  logs             ${join(state, 'logs')}

Five commands to try:

  curl ${api}/ping
  curl '${api}/kubernetes/clusters?fields=name,phase,is_available'
  curl ${api}/kubernetes/nodes
  curl ${api}/kubernetes/tags
  kubectl --kubeconfig ${management.kubeconfig} -n ${management.namespace} get clusters,machines

Ctrl-C ends everything.`);
}
