/**
 * A real Kubernetes API server with Cluster API's and our CRDs, for trying things by hand:
 * `node tools/kube-apiserver/src/main.mjs [--keep] [--dir DIR] [--port PORT] [--cluster-api 1.14]`.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findClusterApiCrds, findKubernetes, startKubernetes, xoCrds } from './index.mjs';

const usage = `usage: node tools/kube-apiserver/src/main.mjs [options]
  --dir DIR            keep the data in DIR and go on with what is there
  --keep               keep the temporary data folder after the end
  --port PORT          port of the API server (a free one)
  --cluster-api 1.14   minor version of the CRDs: 1.14 or 1.13`;

let options;
try {
  options = parseArgs({
    options: {
      dir: { type: 'string' },
      keep: { type: 'boolean', default: false },
      port: { type: 'string' },
      'cluster-api': { type: 'string', default: '1.14' },
      help: { type: 'boolean', default: false },
    },
  }).values;
  if (!['1.13', '1.14'].includes(options['cluster-api'])) throw new Error('unknown --cluster-api');
  if (options.port !== undefined && !(Number(options.port) > 0)) throw new Error('bad --port');
} catch (error) {
  console.error(`${error.message}\n${usage}`);
  process.exit(2);
}
if (options.help) {
  console.log(usage);
  process.exit(0);
}

const onProgress = (line) => console.error(line);
const assets = await findKubernetes({ build: true, onProgress });
if (!assets) process.exit(1);
const clusterApi = (await findClusterApiCrds(options['cluster-api'])) ?? [];
if (clusterApi.length === 0) onProgress('without Go there are no CRDs of Cluster API');

const dir =
  options.dir ?? (options.keep ? await mkdtemp(join(tmpdir(), 'slipway-kubernetes-')) : undefined);
const kubernetes = await startKubernetes({
  assets,
  crds: [...clusterApi, ...xoCrds()],
  ...(dir ? { dir } : {}),
  ...(options.port ? { port: Number(options.port) } : {}),
});

console.log(`A real Kubernetes API server (no controllers) at ${kubernetes.url}

  export KUBECONFIG=${kubernetes.kubeconfig}
  ${join(assets, 'kubectl')} api-resources --categories=cluster-api

${dir ? `Its data stays in ${dir}.` : 'Its data goes when it ends.'} Ctrl-C ends it.`);

const stayAlive = setInterval(() => undefined, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    clearInterval(stayAlive);
    void kubernetes.stop();
  });
