import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { at, type KubeObject } from '../../api/index.js';
import { HttpClient } from '../../testing/http-client.js';
import { announceMissingRealServer, realKubeconfig } from '../../testing/targets.js';
import { conditionOf } from '../objects/index.js';
import { Lab, labTargets } from '../testing/lab.js';
import { isWhole, reasonOf, statusOf } from '../testing/looks.js';

// A cluster takes a second; on a busy machine it takes its time.
jest.setTimeout(120_000);

if (!realKubeconfig) announceMissingRealServer('what the controllers see of workload clusters');

describe.each(labTargets)('what is seen of workload clusters on the %s', (on) => {
  let lab: Lab;
  let uid: string | undefined;
  let nodes: HttpClient;

  beforeAll(async () => {
    lab = await Lab.start(on, { probe: 50, probeGrace: 1_000, nodeGrace: 2_000 });
    ({ uid } = (await lab.createCluster({ name: 'seen', workers: 1 })).metadata);
    await lab.eventually('Cluster', 'seen', 'to be there', isWhole(1, 1));
    nodes = new HttpClient(lab.workloads.kubeconfig(uid));
  });

  afterAll(() => lab.stop());

  const worker = async () => {
    const all = await lab.list('Machine', 'seen');
    return all.find(({ metadata }) => metadata.name.includes('-md-0-')) as KubeObject;
  };
  const nodeOf = (machine: KubeObject) => String(at(machine, 'status', 'nodeRef', 'name'));

  /** Sets the Ready condition of a Node, as a kubelet or the node controller does. */
  async function turn(node: string, status: string, message: string): Promise<void> {
    const path = `/api/v1/nodes/${node}`;
    const { body } = await nodes.ask({ method: 'GET', path });
    const conditions = (at(body, 'status', 'conditions') as { type: string }[]).map((one) =>
      one.type === 'Ready' ? { ...one, status, reason: 'Test', message } : one,
    );
    const type = 'application/merge-patch+json';
    const patched = await nodes.ask({
      method: 'PATCH',
      path: `${path}/status`,
      body: { status: { conditions } },
      type,
    });
    expect(patched.status).toBe(200);
  }

  test.each([
    ['False', 'NodeNotReady', 'kubelet is down'],
    ['Unknown', 'NodeReadyUnknown', 'kubelet stopped posting node status'],
  ])(
    'a Node whose Ready is %s shows as %s, and makes the workers unavailable',
    async (status, reason, message) => {
      const machine = await worker();
      const { name } = machine.metadata;
      await turn(nodeOf(machine), status, message);
      const sick = await lab.eventually(
        'Machine',
        name,
        reason,
        (one) => reasonOf('NodeReady')(one) === reason,
      );
      expect(conditionOf(sick, 'NodeReady')).toMatchObject({
        status,
        message: `* Node.Ready: ${message}`,
      });
      expect(statusOf('Ready')(sick)).toBe(status);
      expect(statusOf('Available')(sick)).toBe('False');
      await lab.eventually(
        'Cluster',
        'seen',
        'to be unavailable',
        (one) =>
          statusOf('WorkersAvailable')(one) === 'False' && statusOf('Available')(one) === 'False',
      );
      await turn(nodeOf(machine), 'True', 'kubelet is posting ready status');
      await lab.eventually('Cluster', 'seen', 'to be available again', isWhole(1, 1));
    },
  );

  test('a Node that somebody deletes is missed, and not made again', async () => {
    const machine = await worker();
    const { name } = machine.metadata;
    await nodes.ask({ method: 'DELETE', path: `/api/v1/nodes/${nodeOf(machine)}` });
    const missed = await lab.eventually(
      'Machine',
      name,
      'to be missed',
      (one) => reasonOf('NodeReady')(one) === 'NodeDeleted',
    );
    expect(conditionOf(missed, 'NodeReady')?.message).toBe(
      `Node ${nodeOf(machine)} has been deleted while the Machine still exists`,
    );
    await lab.delete('Machine', name);
    await lab.isGone('Machine', name);
    await lab.eventually('Cluster', 'seen', 'another worker', isWhole(1, 1));
  });

  test('an API that is gone is lost after the grace, its Nodes unknown after theirs', async () => {
    const { name } = (await worker()).metadata;
    await lab.workloads.of(uid).close();
    const lost = await lab.eventually(
      'Cluster',
      'seen',
      'the connection to be lost',
      (one) => reasonOf('RemoteConnectionProbe')(one) === 'ProbeFailed',
    );
    expect(conditionOf(lost, 'RemoteConnectionProbe')?.message).toMatch(
      /^Remote connection probe failed, probe last succeeded at \d{4}-/,
    );
    const cutOff = await lab.eventually(
      'Machine',
      name,
      'its Node to be unknown',
      (one) => reasonOf('NodeReady')(one) === 'ConnectionDown',
    );
    expect(statusOf('NodeHealthy')(cutOff)).toBe('Unknown');
    const cluster = await lab.eventually(
      'Cluster',
      'seen',
      'to be unavailable',
      (one) => statusOf('Available')(one) === 'False',
    );
    expect(at(cluster, 'status', 'phase')).toBe('Provisioned');
    expect(lab.warnings).toEqual([]);
  });

  test('a cluster that can’t be reached can still be deleted', async () => {
    await lab.delete('Cluster', 'seen');
    await lab.isGone('Cluster', 'seen');
  });
});
