import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { at } from '../api/index.js';
import { HttpClient } from '../testing/http-client.js';
import { startWorld, type World } from './start-world.js';

describe('a started world', () => {
  let world: World;
  let management: HttpClient;

  beforeAll(async () => {
    world = await startWorld({ namespace: 'clusters', workers: 2, controlPlanes: 1 });
    management = new HttpClient(world.kubeconfig);
  });

  afterAll(() => world.close());

  const names = async (client: HttpClient, path: string): Promise<string[]> => {
    const { body } = await client.ask({ method: 'GET', path });
    return (body['items'] as unknown[]).map((item) => String(at(item, 'metadata', 'name')));
  };

  test('shows its clusters in the namespace it was told', async () => {
    const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/clusters/clusters';
    expect(await names(management, path)).toEqual(['atlas', 'borealis', 'cirrus']);
  });

  test('each kubeconfig Secret leads to the Nodes that the Machines name', async () => {
    for (const cluster of ['atlas', 'borealis', 'cirrus']) {
      const secret = await management.ask({
        method: 'GET',
        path: `/api/v1/namespaces/clusters/secrets/${cluster}-kubeconfig`,
      });
      const kubeconfig = Buffer.from(String(at(secret.body, 'data', 'value')), 'base64').toString();
      const nodes = await names(new HttpClient(kubeconfig), '/api/v1/nodes');
      const { body } = await management.ask({
        method: 'GET',
        path: `/apis/cluster.x-k8s.io/v1beta2/machines?labelSelector=cluster.x-k8s.io%2Fcluster-name%3D${cluster}`,
      });
      const machines = (body['items'] as unknown[]).map((one) =>
        at(one, 'status', 'nodeRef', 'name'),
      );
      expect(nodes).toHaveLength(3);
      expect(nodes).toEqual(machines.sort());
      expect(kubeconfig).toContain(`${cluster}-admin@${cluster}`);
    }
  });

  test('counts what was asked of each cluster, apart', async () => {
    const before = world.workloads.get('cirrus')?.requests.get('list pods');
    const secret = await management.ask({
      method: 'GET',
      path: '/api/v1/namespaces/clusters/secrets/cirrus-kubeconfig',
    });
    const kubeconfig = Buffer.from(String(at(secret.body, 'data', 'value')), 'base64').toString();
    await names(new HttpClient(kubeconfig), '/api/v1/pods');
    expect([before, world.workloads.get('cirrus')?.requests.get('list pods')]).toEqual([
      undefined,
      1,
    ]);
    expect(world.workloads.get('atlas')?.requests.get('list pods')).toBeUndefined();
  });

  test('a viewer of it may not write', async () => {
    const answer = await new HttpClient(world.viewerKubeconfig).ask({
      method: 'DELETE',
      path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/clusters/clusters/atlas',
    });
    expect(answer.status).toBe(403);
  });

  test('frees every port when closed', async () => {
    const short = await startWorld({ clusters: 1, workers: 1, controlPlanes: 1 });
    const port = Number(new URL(short.management.url).port);
    await short.close();
    const again = await startWorld({ clusters: 1, workers: 1, controlPlanes: 1, port });
    expect(again.management.url).toBe(short.management.url);
    await again.close();
  });
});
