import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { at, type KubeObject, type Tree } from '../../api/index.js';
import { HttpClient } from '../../testing/http-client.js';
import { announceMissingRealServer, realKubeconfig } from '../../testing/targets.js';
import { conditionOf } from '../objects/index.js';
import { Lab, labTargets } from '../testing/lab.js';
import { isWhole, phaseOf, statusOf } from '../testing/looks.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

if (!realKubeconfig) announceMissingRealServer('drains by the controllers of Cluster API');

const merge = 'application/merge-patch+json';

describe.each(labTargets)('the drain of a Machine on the %s', (on) => {
  let lab: Lab;
  let machine: KubeObject;
  let node: string;
  let inside: HttpClient;

  beforeAll(async () => {
    lab = await Lab.start(on);
    const { metadata } = await lab.createCluster({ name: 'drained', workers: 1 });
    await lab.eventually('Cluster', 'drained', 'to be there', isWhole(1, 1));
    // Nothing ends Pods in it, unless the test does.
    inside = new HttpClient(lab.workloads.kubeconfig(metadata.uid));
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
    machine = (await lab.list('Machine', 'drained')).find((one) =>
      one.metadata.name.includes('-md-0-'),
    ) as KubeObject;
    node = String(at(machine, 'status', 'nodeRef', 'name'));
  });

  afterAll(() => lab.stop());

  const pods = '/api/v1/namespaces/shop/pods';
  async function ask(method: string, path: string, body?: unknown): Promise<Tree> {
    const type = method === 'PATCH' ? { type: merge } : {};
    const answered = await inside.ask({ method, path, body, ...type });
    if (answered.status >= 300) throw new Error(answered.text);
    return answered.body;
  }

  async function run(name: string, metadata: Tree = {}): Promise<void> {
    const containers = [{ name: 'main', image: 'web' }];
    await ask('POST', pods, {
      metadata: { name, ...metadata },
      spec: { containers, nodeName: node },
    });
    const conditions = [{ type: 'Ready', status: 'True' }];
    await ask('PATCH', `${pods}/${name}/status`, { status: { phase: 'Running', conditions } });
  }

  const says = (text: string) => (one: KubeObject) =>
    conditionOf(one, 'Deleting')?.message.includes(text) === true;

  test('is blocked by a spent budget, and says so', async () => {
    const daemon = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      name: 'd',
      uid: 'd',
      controller: true,
    };
    await run('daemon', { ownerReferences: [daemon] });
    await run('static', { annotations: { 'kubernetes.io/config.mirror': 'x' } });
    await run('web', { labels: { app: 'web' } });
    const budgets = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets';
    const selector = { matchLabels: { app: 'web' } };
    await ask('POST', budgets, { metadata: { name: 'web' }, spec: { minAvailable: 1, selector } });
    const counts = { observedGeneration: 1, desiredHealthy: 1, currentHealthy: 1 };
    await ask('PATCH', `${budgets}/web/status`, { status: { ...counts, disruptionsAllowed: 0 } });
    await lab.delete('Machine', machine.metadata.name);
    const blocked = await lab.eventually(
      'Machine',
      machine.metadata.name,
      'the drain to be blocked',
      says('shop/web: cannot evict pod as it would violate the pod'),
    );
    expect(conditionOf(blocked, 'Deleting')).toMatchObject({
      status: 'True',
      reason: 'DrainingNode',
      message: `Drain not completed yet (started for Node ${node}):\n* Pod shop/web: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently`,
    });
    expect(phaseOf(blocked)).toBe('Deleting');
    expect(at(blocked, 'status', 'deletion', 'nodeDrainStartTime')).toBeDefined();
    expect(conditionOf(blocked, 'Ready')).toMatchObject({
      status: 'False',
      message: '* Deleting: Machine deletion in progress, stage: DrainingNode',
    });
    const { spec } = (await ask('GET', `/api/v1/nodes/${node}`)) as { spec: Tree };
    expect(spec['unschedulable']).toBe(true);
    await lab.eventually(
      'Cluster',
      'drained',
      'to be unavailable',
      (one) => statusOf('Available')(one) === 'False',
    );
  });

  test('goes on when the budget lets it, and waits until the Pod has ended', async () => {
    const budgets = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets';
    await ask('PATCH', `${budgets}/web/status`, { status: { disruptionsAllowed: 1 } });
    await lab.eventually(
      'Machine',
      machine.metadata.name,
      'the Pod to be ending',
      says('Pod shop/web: deletionTimestamp set, but still not removed from the Node'),
    );
    await ask('DELETE', `${pods}/web?gracePeriodSeconds=0`);
    await lab.isGone('Machine', machine.metadata.name);
    const left = (await ask('GET', pods))['items'] as KubeObject[];
    expect(left.map(({ metadata }) => metadata.name)).toEqual(['daemon', 'static']);
    await lab.eventually('Cluster', 'drained', 'another worker', isWhole(1, 1));
    expect(lab.warnings).toEqual([]);
  });
});
