import { type MachineRecord, projectMachine, ResourceIds } from '@slipway/capi';
import {
  Endpoints,
  KubeRest,
  managementCredentials,
  ProjectedStore,
  Reflector,
  resourcePath,
} from '@slipway/kube';
import { createLogger } from '@slipway/service';
import { measured } from './footprint.js';
import { argument, tell } from './tell.js';

/** Fills the store that cluster-api keeps, in the way cluster-api does. */
const credentials = await managementCredentials({
  kubeClient: 'kubeconfig',
  kubeconfig: argument(0),
});
const rest = new KubeRest({ credentials, endpoints: new Endpoints() });
const store = new ProjectedStore<MachineRecord>({
  keyOf: ({ name }) => name,
  idOf: ({ view }) => view.id,
  groupOf: ({ cluster }) => cluster,
});
const machines = { group: 'cluster.x-k8s.io', version: 'v1beta2', plural: 'machines' };

const filled = await measured(async () => {
  await new Promise<void>((resolve) => {
    const reflector = new Reflector({
      rest,
      store,
      path: resourcePath(machines, { namespace: 'capi-system' }),
      project: projectMachine(new ResourceIds()),
      identity: ({ name, uid, resourceVersion }) => ({ key: name, uid, resourceVersion }),
      logger: createLogger({ app: 'bench', level: 'error' }),
      handler: { onSeeded: () => resolve() },
    });
    void reflector.run(new AbortController().signal);
  });
  return store.size;
});
// Read after the last collection too, or all of it might be garbage by then.
tell({ ...filled, kept: store.values().length });
process.exit(0);
