import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  aPersistentVolume,
  aPod,
  aVolumeAttachment,
  aWholeCluster,
  vmOf,
} from '@slipway/capi/builders';
import { Folder, kubeconfigText } from '../stack/access.js';
import { applyAll } from '../stack/objects.js';
import { type Peer } from '../stack/peer.js';
import { Stack } from '../stack/stack.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The peer is the management cluster and the workload cluster of `demo`; it must have no volumes yet. */
export function readChecks(given: () => Peer): void {
  let peer: Peer;
  let stack: Stack;
  let folder: Folder;
  let namespace: string;
  let kubeconfig: string;

  beforeAll(async () => {
    peer = given();
    namespace = await peer.makeNamespace('reads');
    kubeconfig = kubeconfigText(peer.access);
    const { machines } = aWholeCluster('demo', { controlPlane: 1, workers: 2 });
    await applyAll(peer.objects, namespace, [
      aCluster('demo')
        .describedAs('Development cluster')
        .createdBy('xo-user-123')
        .tag('environment', 'production')
        .withNodes({ controlPlane: 1, workers: 2 })
        .build(),
      aCluster('no-tags').fresh().paused().build(),
      ...machines,
      aMachine('no-tags-cp-0', 'no-tags').controlPlane().unregistered('Provisioning').build(),
      aKubeconfigSecret('demo').kubeconfig(kubeconfig).build(),
    ]);
    const [first, second] = machines.slice(1).map(({ metadata }) => metadata.name) as [
      string,
      string,
    ];
    await applyAll(peer.objects, undefined, [
      ...machines.map(({ metadata }) => aNode(metadata.name).build()),
      aPersistentVolume('pvc-3f2a').claimedBy('app', 'data').build(),
      aPersistentVolume('exact').capacity('9007199254740993').unclaimed().build(),
      aPersistentVolume('share').source('nfs', { server: '10.0.0.1', path: '/srv' }).build(),
      aVolumeAttachment('pvc-3f2a', first).build(),
    ]);
    await applyAll(peer.objects, 'default', [aPod('web').onNode(second).build()]);
    folder = await Folder.make();
    stack = await Stack.start({
      kubeconfig: await folder.write('kubeconfig', kubeconfig),
      namespace,
    });
    await stack.eventually(
      '/kubernetes/clusters?fields=name',
      (answer) => answer.text === '[{"name":"demo"},{"name":"no-tags"}]',
      'both clusters in the cache',
    );
  }, 120_000);

  afterAll(async () => {
    await stack?.stop();
    await folder?.remove();
  }, 60_000);

  test('a cluster has every field that VMK Engine shows, in its order', async () => {
    const [demo] = (await stack.get('/kubernetes/clusters')).json<Record<string, unknown>[]>();
    expect(Object.keys(demo!)).toEqual([
      'name',
      'description',
      'phase',
      'created_at',
      'control_plane_endpoint',
      'is_available',
      'is_reconciliation_paused',
      'is_scaling',
      'is_upgrading',
      'tags',
      'control_plane_status',
      'worker_status',
      'created_by_xo_user_id',
      'api_server_port',
      'pod_cidr_blocks',
      'service_cidr_blocks',
      'service_domain',
      'is_control_plane_initialized',
      'is_infrastructure_provisioned',
      'is_cordon',
      'is_draining',
      'volumes',
      'id',
    ]);
    expect(demo).toMatchObject({
      description: 'Development cluster',
      created_by_xo_user_id: 'xo-user-123',
      is_available: true,
      is_scaling: false,
      is_cordon: false,
      is_draining: false,
      tags: { environment: 'production' },
      api_server_port: 6443,
    });
  });

  test('what is unknown is omitted while false and empty stay', async () => {
    const fresh = (await stack.get('/kubernetes/clusters/no-tags')).json<Record<string, unknown>>();
    expect(fresh).toMatchObject({
      phase: 'Pending',
      is_available: false,
      is_reconciliation_paused: true,
      is_upgrading: false,
      control_plane_status: { desired_replicas: 0, versions: [] },
    });
    for (const absent of [
      'is_scaling',
      'tags',
      'description',
      'volumes',
      'is_cordon',
      'is_deleting',
    ]) {
      expect(fresh).not.toHaveProperty(absent);
    }
  });

  test('clusters and nodes answer by UUID and by name alike', async () => {
    const clusters = (await stack.get('/kubernetes/clusters?fields=id,name')).json<Named[]>();
    const nodes = (await stack.get('/kubernetes/nodes?fields=id,name')).json<Named[]>();
    expect([clusters.length, nodes.length]).toEqual([2, 4]);
    for (const [route, items] of [
      ['clusters', clusters],
      ['nodes', nodes],
    ] as const) {
      for (const { id, name } of items) {
        const [byId, byName] = await Promise.all([
          stack.get(`/kubernetes/${route}/${id}`),
          stack.get(`/kubernetes/${route}/${name}`),
        ]);
        expect(byId.status).toBe(200);
        expect(byId.json<Named>().id).toBe(id);
        expect(byName.text).toBe(byId.text);
      }
    }
  });

  test("a cluster's nodes are its Machines, with addresses, VM and states", async () => {
    const { text } = await stack.get('/kubernetes/clusters/demo/nodes');
    const nodes = JSON.parse(text) as Record<string, unknown>[];
    const [controlPlane, worker] = nodes;
    expect(nodes).toHaveLength(3);
    expect(Object.keys(worker!)).toEqual([
      'name',
      'role',
      'status',
      'vm_id',
      'is_reconciliation_paused',
      '$cluster',
      'id',
      'node_name',
      'ips',
      'version',
      'is_cordon',
      'is_draining',
    ]);
    expect(controlPlane).toMatchObject({ role: 'control-plane', status: 'Ready' });
    expect(worker).toMatchObject({
      role: 'worker',
      vm_id: vmOf(worker!['name'] as string),
      is_cordon: false,
      is_draining: false,
    });
  });

  test('volumes are exact, typed by their source and joined to the Machines', async () => {
    const { status, text } = await stack.get('/kubernetes/clusters/demo/volumes');
    expect(status).toBe(200);
    expect(text).toContain('"name":"exact","capacity_bytes":9007199254740993,');
    const volumes = JSON.parse(text) as Record<string, unknown>[];
    const { nodes, xo } = {
      nodes: (await stack.get('/kubernetes/clusters/demo/nodes')).json<Record<string, unknown>[]>(),
      xo: volumes.find(({ name }) => name === 'pvc-3f2a')!,
    };
    const { id, node_name, vm_id } = nodes[1]!;
    expect(xo).toMatchObject({
      capacity_bytes: 10737418240,
      phase: expect.any(String),
      reclaim_policy: 'Delete',
      claim: { namespace: 'app', name: 'data' },
      attached_nodes: [{ id, node_name, vm_id }],
    });
    expect(xo['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000 UTC$/);
    expect(volumes.find(({ name }) => name === 'share')).toMatchObject({
      source: { type: 'nfs', nfs: { server: '10.0.0.1', path: '/srv' } },
      attached_nodes: [],
    });
    expect((await stack.get('/kubernetes/clusters?fields=name,volumes.name')).json()).toEqual([
      { name: 'demo', volumes: [{ name: 'exact' }, { name: 'pvc-3f2a' }, { name: 'share' }] },
      { name: 'no-tags' },
    ]);
  });

  test('a workload cluster without kubeconfig: 503 on its volumes, naming the cause', async () => {
    const { status, text } = await stack.get('/kubernetes/clusters/no-tags/volumes');
    expect(status).toBe(503);
    expect(JSON.parse(text).detail).toContain('no-tags');
  });

  test('the kubeconfig is the Secret’s, and 503 without one', async () => {
    const answer = await stack.get('/kubernetes/clusters/demo/config');
    expect(answer.json()).toEqual({ kubeconfig });
    expect((await stack.get('/kubernetes/clusters/no-tags/config')).status).toBe(503);
  });

  test('versions come newest first', async () => {
    const versions = (await stack.get('/kubernetes/versions-available')).json<
      { version: string; releases: string[] }[]
    >();
    expect(versions).toHaveLength(4);
    expect(versions[0]).toMatchObject({ version: '1.36' });
    expect(versions[0]!.releases[0]).toBe('1.36.9');
  });

  test('a change on the API server is seen without asking it', async () => {
    const demo = { ...aCluster('demo').build(), metadata: { name: 'demo', namespace } };
    await peer.objects.patch(demo, { spec: { paused: true } });
    await stack.eventually(
      '/kubernetes/clusters/demo',
      (answer) => answer.json<{ is_reconciliation_paused: boolean }>().is_reconciliation_paused,
      'the pause to be seen',
    );
  });

  test('a cordoned Node with a leaving Pod shows on node and cluster', async () => {
    const [, , worker] = (await stack.get('/kubernetes/clusters/demo/nodes')).json<
      { name: string; node_name: string }[]
    >();
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: worker!.node_name } };
    await peer.objects.patch(node, { spec: { unschedulable: true } });
    const path = `/kubernetes/nodes/${worker!.name}`;
    expect((await stack.get(path)).json()).toMatchObject({ is_cordon: true, is_draining: false });
    expect((await stack.get('/kubernetes/clusters/demo')).json()).toMatchObject({
      is_cordon: true,
    });
  });
}
