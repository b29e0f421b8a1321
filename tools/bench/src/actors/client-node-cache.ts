import {
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
} from '@kubernetes/client-node';
import { measured } from './footprint.js';
import { argument, tell } from './tell.js';

/** The rival: client-node's informer over the same server, as its documentation shows it. */
const config = new KubeConfig();
config.loadFromFile(argument(0));
const withoutManagedFields = argument(1) === 'without-managed-fields';
const place = {
  group: 'cluster.x-k8s.io',
  version: 'v1beta2',
  namespace: 'capi-system',
  plural: 'machines',
};
const api = config.makeApiClient(CustomObjectsApi);

async function list(): Promise<KubernetesListObject<KubernetesObject>> {
  const listed = (await api.listNamespacedCustomObject(
    place,
  )) as KubernetesListObject<KubernetesObject>;
  if (!withoutManagedFields) return listed;
  const items = listed.items.map(({ metadata = {}, ...rest }) => {
    const { managedFields: _, ...kept } = metadata;
    return { ...rest, metadata: kept };
  });
  return { ...listed, items };
}

const path = `/apis/${place.group}/${place.version}/namespaces/${place.namespace}/machines`;
const informer = makeInformer(config, path, list);
const filled = await measured(async () => {
  await informer.start();
  return informer.list().length;
});
tell({ ...filled, kept: informer.list().length });
process.exit(0);
