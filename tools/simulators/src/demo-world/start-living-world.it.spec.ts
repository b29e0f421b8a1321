import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { until } from '@slipway/testing';
import { at, type ApiServer, type KubeObject, type Tree } from '../api/index.js';
import { quickDelays, quickPodDelays } from '../controllers/index.js';
import { isTrue } from '../controllers/objects/index.js';
import { CapiClient } from '../controllers/testing/capi-client.js';
import { managementKinds, workloadClusterKinds } from '../kinds/index.js';
import { HttpClient } from '../testing/http-client.js';
import { adminToken, type World } from './start-world.js';
import { startLivingWorld } from './start-living-world.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

describe('a living world', () => {
  let world: World;
  let clusters: CapiClient;
  const changes: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    world = await startLivingWorld({
      clusters: 2,
      workers: 3,
      delays: quickDelays,
      podDelays: quickPodDelays,
      // A watch that is slow on a busy machine is no problem of ours.
      report: (problem) => void (problem.startsWith('can') && problems.push(problem)),
    });
    world.management.store.subscribe(({ now: { object } }) =>
      changes.push(`${object.kind} ${object.metadata.name}`),
    );
    clusters = new CapiClient(new HttpClient(world.kubeconfig), 'capi-system');
  });

  afterAll(() => world.close());

  const workload = (name: string): ApiServer => {
    const server = world.workloads.get(name);
    if (!server) throw new Error(`no workload cluster ${name}`);
    return server;
  };
  const objects = (name: string, kind: string): KubeObject[] => {
    const found = workloadClusterKinds.find((one) => one.kind === kind);
    return found
      ? workload(name)
          .store.list(found)
          .map(({ object }) => object)
      : [];
  };
  const readyPods = (name: string) =>
    objects(name, 'Pod').filter(({ status, metadata }) => {
      const conditions = (status?.['conditions'] ?? []) as Tree[];
      const ready = conditions.some((one) => one['type'] === 'Ready' && one['status'] === 'True');
      return ready && metadata.deletionTimestamp === undefined;
    });

  test('begins with clusters that nobody has to touch', async () => {
    await clusters.patch('MachineDeployment', 'atlas-md-0', { spec: { replicas: 4 } });
    const whole = (one: KubeObject) => at(one, 'status', 'workers', 'availableReplicas') === 4;
    await clusters.eventually('Cluster', 'atlas', 'a fourth worker', whole);
    // What happened to atlas took many looks; the other cluster has been looked at as well.
    expect(changes.filter((change) => change.includes('borealis'))).toEqual([]);
    expect(changes[0]).toBe('MachineDeployment atlas-md-0');
    expect(problems).toEqual([]);
  });

  test('a Node that joins gets its Pods', async () => {
    const nodes = objects('atlas', 'Node').map(({ metadata }) => metadata.name);
    expect(nodes).toHaveLength(7);
    const covered = () => {
      const daemons = readyPods('atlas').filter(({ metadata }) =>
        metadata.ownerReferences?.some(({ name }) => name === 'cilium'),
      );
      return new Set(daemons.map(({ spec }) => spec?.['nodeName'])).size === 7;
    };
    await until(covered, { within: 60_000, because: 'a daemon on every Node', every: 10 });
  });

  test('a cluster that is created lives: Nodes, system Pods, a kubeconfig', async () => {
    await clusters.createCluster({ name: 'delta', controlPlanes: 1, workers: 2 });
    const whole = (one: KubeObject) =>
      isTrue(one, 'Available') && at(one, 'status', 'workers', 'availableReplicas') === 2;
    await clusters.eventually('Cluster', 'delta', 'delta to be available', whole);
    // 4 static Pods, 2 daemons on 3 Nodes, 2 replicas of coredns.
    const complete = () => readyPods('delta').length === 12;
    await until(complete, { within: 60_000, because: 'all Pods to run', every: 10 });
    const secret = await clusters.get('Secret', 'delta-kubeconfig');
    const text = Buffer.from(String(at(secret, 'data', 'value')), 'base64').toString();
    expect(text).toBe(workload('delta').kubeconfig(adminToken));
    expect(problems).toEqual([]);
  });

  test('a Machine that is deleted is drained: its Pods come up elsewhere first as budgets say', async () => {
    const [machine] = (await clusters.list('Machine', 'borealis')).filter(({ metadata }) =>
      metadata.name.includes('-md-0-'),
    );
    const node = String(at(machine, 'status', 'nodeRef', 'name'));
    const web = () =>
      readyPods('borealis').filter(({ metadata }) => metadata.labels?.['app'] === 'web').length;
    let least = web();
    workload('borealis').store.subscribe(() => {
      least = Math.min(least, web());
    });
    await clusters.delete('Machine', machine?.metadata.name ?? '');
    await clusters.isGone('Machine', machine?.metadata.name ?? '');
    // The budget of the demo's shop: two of three stay.
    expect(least).toBeGreaterThanOrEqual(2);
    await until(() => web() === 3, { within: 60_000, because: 'three replicas', every: 10 });
    expect(objects('borealis', 'Node').map(({ metadata }) => metadata.name)).not.toContain(node);
    expect(problems).toEqual([]);
  });

  test('a cluster that is deleted takes its API along', async () => {
    const { url } = workload('borealis');
    await clusters.delete('Cluster', 'borealis');
    await clusters.isGone('Cluster', 'borealis');
    const gone = () => !world.workloads.has('borealis');
    await until(gone, { within: 60_000, because: 'the API to end', every: 10 });
    await expect(fetch(`${url}/version`)).rejects.toThrow();
    const none = () => countOf('borealis') === 0;
    await until(none, { within: 60_000, because: 'no object to be left', every: 10 });
    expect(problems).toEqual([]);
  });

  const countOf = (prefix: string): number =>
    managementKinds
      .flatMap((kind) => world.management.store.list(kind))
      .filter(({ object }) => object.metadata.name.startsWith(prefix)).length;
});
