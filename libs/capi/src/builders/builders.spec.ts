import { describe, expect, test } from '@jest/globals';
import { Cluster, Node } from '@slipway/contracts';
import { clusterWith, projectCluster } from '../cluster/index.js';
import { ResourceIds } from '../ids/index.js';
import { projectMachine } from '../machine/index.js';
import { attachedNodes, projectAttachment, projectVolume } from '../volumes/index.js';
import { aCluster, aKubeconfigSecret, aMachine, aWholeCluster, manifestOf } from './index.js';

describe('builders', () => {
  test('a step leaves the builder before it as it was', () => {
    const demo = aCluster();
    const paused = demo.paused();
    expect(demo.build().spec).not.toHaveProperty('paused');
    expect(paused.build().spec.paused).toBe(true);
  });

  test('objects built from one builder share nothing', () => {
    const builder = aMachine().addresses(['InternalIP', '10.0.0.1']);
    const first = builder.build();
    first.status.addresses?.pop();
    expect(builder.build().status.addresses).toHaveLength(1);
  });

  test('a later condition replaces the earlier one of its type', () => {
    const conditions = aCluster().condition('Available', 'False').build().status?.conditions;
    expect(conditions?.filter(({ type }) => type === 'Available')).toMatchObject([
      { status: 'False', reason: 'NotAvailable', message: '', observedGeneration: 1 },
    ]);
  });

  test('a manifest has nothing that the API server sets, and the object keeps it', () => {
    const object = aCluster().deleting().build();
    expect(manifestOf(object).metadata).toEqual({
      name: 'demo',
      namespace: 'capi-system',
      labels: { 'cluster.x-k8s.io/cluster-name': 'demo' },
    });
    expect(object.metadata.uid).toBeDefined();
  });

  test('a kubeconfig is base64 of UTF-8, and may be empty or missing', () => {
    const secret = aKubeconfigSecret().kubeconfig('name: é').build();
    expect(Buffer.from(secret.data['value'] ?? '', 'base64').toString()).toBe('name: é');
    expect(aKubeconfigSecret().kubeconfig('').build().data).toEqual({ value: '' });
    expect(aKubeconfigSecret().kubeconfig(undefined).build().data).toEqual({});
  });
});

describe('a whole cluster', () => {
  const { cluster, machines, workload } = aWholeCluster('demo', { controlPlane: 3, workers: 5 });
  const ids = new ResourceIds();
  const nodes = machines.flatMap((machine) => projectMachine(ids)(machine)?.view ?? []);

  test('is the same each time, and another under another name', () => {
    expect(aWholeCluster('demo').machines).toEqual(machines);
    const uids = aWholeCluster('other').machines.map(({ metadata }) => metadata.uid);
    expect(uids).not.toEqual(machines.map(({ metadata }) => metadata.uid));
  });

  test('agrees with itself on both sides', () => {
    const names = workload.nodes.map(({ metadata }) => metadata.name);
    expect(nodes.map(({ node_name }) => node_name)).toEqual(names);
    expect(nodes.filter(({ role }) => role === 'control-plane')).toHaveLength(3);
    expect(new Set(nodes.flatMap(({ ips }) => ips))).toHaveProperty('size', 8);
    expect(cluster.status?.workers?.replicas).toBe(5);
  });

  test('is shown whole by the contracts', () => {
    const attachments = workload.volumeAttachments.flatMap((raw) => projectAttachment(raw) ?? []);
    const attached = attachedNodes(attachments, nodes);
    const volumes = workload.persistentVolumes.flatMap((raw) => projectVolume(raw, attached) ?? []);
    expect(volumes.map(({ attached_nodes }) => attached_nodes.length)).toEqual([1, 1, 1, 1, 1]);

    const record = projectCluster(ids)(cluster);
    if (record === undefined) throw new Error('no record');
    const answer = clusterWith(record.view, { is_cordon: false, is_draining: false, volumes });
    expect(JSON.stringify(Cluster.parse(answer))).toBe(JSON.stringify(answer));
    for (const node of nodes) expect(JSON.stringify(Node.parse(node))).toBe(JSON.stringify(node));
  });
});

describe('clusterWith', () => {
  const record = projectCluster(new ResourceIds())(aCluster().build());
  const view = record?.view;

  test('adds only what is known, before the id', () => {
    if (view === undefined) throw new Error('no view');
    expect(JSON.stringify(clusterWith(view, {}))).toBe(JSON.stringify(view));
    const keys = Object.keys(clusterWith(view, { volumes: [], is_cordon: false }));
    expect(keys.slice(-3)).toEqual(['is_cordon', 'volumes', 'id']);
  });
});
