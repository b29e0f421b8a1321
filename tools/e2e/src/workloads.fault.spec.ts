import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  aPersistentVolume,
} from '@slipway/capi/builders';
import { type FaultProxy } from '@slipway/testing';
import { type Access, behindProxy, Folder, kubeconfigText } from './stack/access.js';
import { applyAll } from './stack/objects.js';
import { type Peer, peers } from './stack/peer.js';
import { Stack } from './stack/stack.js';

/** Room for 200 reads through one proxy in one process on two busy cores. */
const deadline = 4_000;
const workloadFields = ['is_cordon', 'is_draining', 'volumes'];
const workloadLists = ['nodes', 'pods', 'persistentvolumes', 'volumeattachments'];
const names = Array.from({ length: 50 }, (_, index) => `c-${String(index).padStart(2, '0')}`);
const faulty = { blackHoled: 'c-07', slow: 'c-23', refused: 'c-41' };

/** One API server is the management cluster and, through proxies, the workload API of all 50. */
describe.each(peers)('F13: 50 workload clusters of which three fail, on $peer', ({ start }) => {
  let peer: Peer;
  let stack: Stack;
  let folder: Folder;
  let good: FaultProxy;
  const proxies: FaultProxy[] = [];

  async function workload(strike: (proxy: FaultProxy) => void = () => undefined): Promise<Access> {
    const { proxy, access } = await behindProxy(peer.access);
    proxies.push(proxy);
    strike(proxy);
    return access;
  }

  beforeAll(async () => {
    [peer, folder] = [await start(), await Folder.make()];
    const well = await workload();
    good = proxies[0]!;
    const accesses = new Map([
      [faulty.blackHoled, await workload((proxy) => proxy.set({ kind: 'blackHole' }))],
      [
        faulty.slow,
        await workload((proxy) =>
          proxy.set({ kind: 'delay', milliseconds: 2 * deadline, direction: 'response' }),
        ),
      ],
      [faulty.refused, { ...well, token: 'of-yesterday' }],
    ]);
    await applyAll(peer.objects, undefined, [
      aNode('worker').build(),
      aPersistentVolume('pv').unclaimed().build(),
    ]);
    const apply = async (name: string) =>
      applyAll(peer.objects, peer.namespace, [
        aCluster(name).build(),
        aMachine(`${name}-m`, name).node('worker').build(),
        aKubeconfigSecret(name)
          .kubeconfig(kubeconfigText(accesses.get(name) ?? well))
          .build(),
      ]);
    for (let from = 0; from < names.length; from += 10)
      await Promise.all(names.slice(from, from + 10).map(apply));
    stack = await Stack.start({
      kubeconfig: await folder.write('kubeconfig', kubeconfigText(peer.access)),
      namespace: peer.namespace,
      env: { SLIPWAY_WORKLOAD_DEADLINE_MS: `${deadline}` },
    });
    // The first read of a process also compiles and opens every connection.
    await stack.get('/kubernetes/clusters');
  }, 120_000);

  afterAll(async () => {
    await stack?.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await peer?.stop();
    await folder?.remove();
  }, 60_000);

  async function counted(work: () => Promise<unknown>): Promise<readonly number[]> {
    const count = () => Promise.all(workloadLists.map((plural) => peer.lists(plural)));
    const before = await count();
    await work();
    return (await count()).map((after, index) => after - before[index]!);
  }

  test('a full list answers within the deadline, and only their rows lack fields', async () => {
    const begun = performance.now();
    const { status, text } = await stack.get('/kubernetes/clusters');
    const took = performance.now() - begun;
    expect(status).toBe(200);
    const rows = JSON.parse(text) as Record<string, unknown>[];
    expect(rows.map(({ name }) => name)).toEqual(names);
    const lacking = rows.filter((row) => workloadFields.some((field) => !(field in row)));
    expect(lacking.map(({ name }) => name)).toEqual(Object.values(faulty));
    for (const row of lacking)
      expect(Object.keys(row).filter((key) => workloadFields.includes(key))).toEqual([]);
    for (const row of rows.filter((each) => !lacking.includes(each)))
      expect(row).toMatchObject({
        is_cordon: false,
        is_draining: false,
        volumes: [{ name: 'pv' }],
      });
    expect(took).toBeGreaterThan(deadline - 100);
    expect(took).toBeLessThan(deadline + 1_000);
  });

  test('the volumes of a failing cluster are 503 and say why', async () => {
    const answers = await Promise.all(
      Object.values(faulty).map((name) => stack.get(`/kubernetes/clusters/${name}/volumes`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    const [blackHoled, slow, refused] = answers.map(
      (answer) => answer.json<{ detail: string }>().detail,
    );
    expect(blackHoled).toMatch(/"c-07".*(no answer within|unreachable)/);
    expect(slow).toMatch(/"c-23".*(no answer within|unreachable)/);
    expect(refused).toMatch(/"c-41".*401/);
  });

  test('two lists at once read each workload cluster once', async () => {
    const list = () => stack.get('/kubernetes/clusters');
    // Long enough for the second list to find the reads of the first still running.
    good.set({ kind: 'delay', milliseconds: 20, direction: 'response' });
    try {
      const one = await counted(list);
      expect(one.every((count) => count >= names.length - 3)).toBe(true);
      expect(await counted(() => Promise.all([list(), list()]))).toEqual(one);
    } finally {
      good.clear();
    }
  });

  test('a list that selects nothing of theirs asks no workload cluster', async () => {
    const none = workloadLists.map(() => 0);
    expect(await counted(() => stack.get('/kubernetes/clusters?fields=name,phase'))).toEqual(none);
    expect(await counted(() => stack.get('/kubernetes/nodes?fields=name'))).toEqual(none);
    const volumesAlone = await counted(() => stack.get('/kubernetes/clusters?fields=volumes.name'));
    expect(volumesAlone.slice(0, 2)).toEqual([0, 0]);
  });
});
