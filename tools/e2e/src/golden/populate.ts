import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  aPersistentVolume,
  aPod,
  aVolumeAttachment,
} from '@slipway/capi/builders';
import { kubeconfigText } from '../stack/access.js';
import { applyAll } from '../stack/objects.js';
import { type Peer } from '../stack/peer.js';

const finalizers = ['slipway.test/kept'];

/**
 * The Clusters that VMK Engine's README has in its samples. `demo` is its own workload cluster, with a
 * worker in health and one that is being drained and deleted; the workload cluster of `no-tags` can't be
 * reached.
 */
export async function populate({ objects, access }: Peer, namespace: string): Promise<void> {
  await applyAll(objects, undefined, [
    aNode('worker-01').build(),
    aNode('worker-1').cordoned().build(),
    aPersistentVolume('pvc-3f2a').build(),
    aVolumeAttachment('pvc-3f2a', 'worker-1').build(),
  ]);
  const worker = aMachine('demo-worker-abc')
    .vm('6b4967fc-cab4-4d90-a581-a09c8894c3da')
    .node('worker-01')
    .addresses(['InternalIP', '10.30.138.21'], ['Hostname', 'worker-01']);
  const old = aMachine('demo-worker-old')
    .node('worker-1')
    .version('v1.36.0')
    .paused()
    .addresses(
      ['Hostname', 'worker-1'],
      ['InternalIP', '10.0.0.11'],
      ['ExternalIP', '10.0.0.11'],
      ['InternalIP', 'not-an-address'],
      ['ExternalIP', '2001:db8::1'],
    )
    .with(({ metadata }) => (metadata.finalizers = finalizers));
  const [, leaving] = await applyAll(objects, namespace, [
    worker.build(),
    old.build(),
    aCluster('demo')
      .describedAs('Cluster de développement')
      .createdBy('xo-user-123')
      .tag('environment', 'production')
      .endpoint('10.30.138.14')
      .initialized({ controlPlane: false, infrastructure: true })
      .network({
        apiServerPort: 6444,
        pods: { cidrBlocks: ['10.244.0.0/16', 'fd00:244::/56'] },
        services: { cidrBlocks: ['10.96.0.0/12'] },
        serviceDomain: 'cluster.local',
      })
      .build(),
    aKubeconfigSecret('demo').kubeconfig(kubeconfigText(access)).build(),
    aCluster('no-tags')
      .fresh()
      .with(({ spec }) => delete spec.clusterNetwork)
      .paused()
      .build(),
    aKubeconfigSecret('no-tags').build(),
  ]);
  await objects.delete(leaving!);
  const [pod] = await applyAll(objects, namespace, [
    aPod('web')
      .onNode('worker-1')
      .with(({ metadata }) => (metadata.finalizers = finalizers))
      .build(),
  ]);
  await objects.delete(pod!);
}
