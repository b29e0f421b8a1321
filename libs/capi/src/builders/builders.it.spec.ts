import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  kubeObjects,
  realServers,
  withNamespace,
  type KubeObject,
  type KubeObjects,
} from '@slipway/testing';
import { projectCluster } from '../cluster/index.js';
import { ResourceIds } from '../ids/index.js';
import { projectMachine } from '../machine/index.js';
import { projectVolume } from '../volumes/index.js';
import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  aPersistentVolume,
  aPod,
  aVolumeAttachment,
  manifestOf,
  type KubernetesObject,
} from './index.js';

const { kubeconfig } = realServers();
const real = kubeconfig === undefined ? describe.skip : describe;

real('what the builders build, on a real API server with strict validation', () => {
  const ids = new ResourceIds();
  let objects: KubeObjects;

  beforeAll(() => {
    objects = kubeObjects(kubeconfig ?? '');
  });
  afterAll(() => objects.close());

  const create = (builder: { build(): KubernetesObject }): Promise<KubeObject> =>
    objects.create(manifestOf(builder.build()));

  /** Cluster-wide objects are removed again: other suites list them. */
  async function remove(object: KubeObject): Promise<void> {
    await objects.patch(object, { metadata: { finalizers: null } });
    await objects.delete(object);
  }

  test('Clusters, with all that their builder can say', async () => {
    await withNamespace(objects, async (namespace) => {
      const builders = [
        aCluster('at-rest').describedAs('é').createdBy('xo-user-123').tag('team', ''),
        aCluster('scaling').condition('ScalingUp', 'True').workers({ readyReplicas: 1 }),
        aCluster('fresh').fresh().paused(),
        aCluster('dual-stack')
          .network({ apiServerPort: 8443, pods: { cidrBlocks: ['10.0.0.0/8', 'fd00::/48'] } })
          .endpoint('2001:db8::1')
          .initialized({ controlPlane: false, infrastructure: true })
          .condition('Available', 'Unknown'),
      ];
      for (const builder of builders) {
        const served = projectCluster(ids)(await create(builder.inNamespace(namespace)));
        const built = projectCluster(ids)(builder.build());
        expect(served?.view).toEqual({ ...built?.view, created_at: served?.view.created_at });
      }
    });
  });

  test('Machines, with all that their builder can say', async () => {
    await withNamespace(objects, async (namespace) => {
      const builders = [
        aMachine('ready').controlPlane().paused(),
        aMachine('not-ready').nodeReady('False').node('worker-01'),
        aMachine('fresh').unregistered('Provisioning').providerID(undefined),
        aMachine('addressed').addresses(['InternalIP', '10.0.0.1'], ['ExternalDNS', 'm.org']),
      ];
      for (const builder of builders) {
        const served = projectMachine(ids)(await create(builder.inNamespace(namespace)));
        expect(served?.view).toEqual(projectMachine(ids)(builder.build())?.view);
      }
    });
  });

  test('kubeconfig Secrets and Pods', async () => {
    await withNamespace(objects, async (namespace) => {
      const secret = await create(aKubeconfigSecret().inNamespace(namespace));
      expect(secret['type']).toBe('cluster.x-k8s.io/secret');
      const pod = await create(aPod('web', namespace).onNode('worker-1').ownedBy('DaemonSet', 'd'));
      expect(pod.spec).toMatchObject({ nodeName: 'worker-1' });
      expect(pod.status).toMatchObject({ phase: 'Running' });
    });
  });

  test('Nodes, volumes of all sources with details, and attachments', async () => {
    await withNamespace(objects, async (namespace) => {
      const affinity = {
        matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['worker-1'] }],
      };
      const volumes = [
        aPersistentVolume(`${namespace}-xo`),
        aPersistentVolume(`${namespace}-nfs`).source('nfs', { server: 'nas', path: '/export' }),
        aPersistentVolume(`${namespace}-local`)
          .source('local', { path: '/mnt/disk' })
          .unclaimed()
          .boundTo(affinity),
      ];
      for (const builder of volumes) {
        const served = await create(builder);
        const view = projectVolume(served, new Map());
        const built = projectVolume(builder.build(), new Map());
        expect(view).toEqual({ ...built, created_at: view?.created_at });
        await remove(served);
      }

      const node = await create(aNode(`${namespace}-node`).cordoned());
      expect(node.spec).toMatchObject({ unschedulable: true });
      await remove(node);
      const attachment = await create(aVolumeAttachment(`${namespace}-xo`, `${namespace}-node`));
      expect(attachment.status).toMatchObject({ attached: true });
      await remove(attachment);
    });
  });
});
