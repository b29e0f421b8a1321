import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Peer } from '../stack/peer.js';
import { type Answer } from '../stack/stack.js';
import { WorkloadWorld } from '../stack/workload-world.js';

/** Milliseconds for reading one workload cluster: more than in production, since others share two cores. */
const deadline = 8_000;
/** What a list may take beyond the deadline of the slowest cluster. */
const tolerance = 500;
const workloadFields = ['is_cordon', 'is_draining', 'volumes'];

const names = Array.from({ length: 50 }, (_, index) => `c-${String(index).padStart(2, '0')}`);
const faulty = { blackHoled: 'c-07', slow: 'c-23', refused: 'c-41' };

export function workloadChecks(given: () => Peer): void {
  let peer: Peer;
  let world: WorkloadWorld;

  beforeAll(async () => {
    peer = given();
    world = await WorkloadWorld.start(peer, { names, faulty, deadline });
  }, 120_000);

  afterAll(() => world?.stop(), 60_000);

  test('a list that selects nothing of theirs asks no workload cluster', async () => {
    const none = [0, 0, 0, 0];
    const asking = (path: string) => world.counted(() => world.stack.get(path));
    expect(await asking('/kubernetes/clusters?fields=name,phase')).toEqual(none);
    expect(await asking('/kubernetes/nodes?fields=name')).toEqual(none);
    expect((await asking('/kubernetes/clusters?fields=volumes.name')).slice(0, 2)).toEqual([0, 0]);
  });

  test('two lists at once read each workload cluster once', async () => {
    const list = () => world.stack.get('/kubernetes/clusters');
    const one = await world.counted(list);
    expect(one.every((count) => count >= names.length - 1)).toBe(true);
    const two = await world.counted(async () => (await world.hold([list, list])).release());
    expect(two).toEqual(one);
  });

  describe('while three fail', () => {
    let list: Answer;
    let took: number;
    let volumes: readonly Answer[];

    beforeAll(async () => {
      world.strike();
      const begun = performance.now();
      [list, ...volumes] = await Promise.all([
        world.stack.get('/kubernetes/clusters').finally(() => (took = performance.now() - begun)),
        ...Object.values(faulty).map((name) =>
          world.stack.get(`/kubernetes/clusters/${name}/volumes`),
        ),
      ]);
    }, 30_000);

    test('a full list answers within the deadline, and only their rows lack fields', () => {
      expect(list.status).toBe(200);
      const rows = list.json<Record<string, unknown>[]>();
      expect(rows.map(({ name }) => name)).toEqual(names);
      const lacking = rows.filter((row) => workloadFields.some((field) => !(field in row)));
      expect(lacking.map(({ name }) => name)).toEqual(Object.values(faulty));
      for (const row of lacking)
        expect(Object.keys(row).filter((key) => workloadFields.includes(key))).toEqual([]);
      for (const row of rows.filter((each) => !lacking.includes(each)))
        expect(row).toMatchObject({
          is_cordon: false,
          is_draining: false,
          volumes: expect.arrayContaining([expect.objectContaining({ name: 'pv' })]),
        });
      expect(took).toBeGreaterThan(deadline - 100);
      expect(took).toBeLessThan(deadline + tolerance);
    });

    test('the volumes of a failing cluster are 503 and say why', () => {
      expect(volumes.map(({ status }) => status)).toEqual([503, 503, 503]);
      const [blackHoled, slow, refused] = volumes.map(
        (answer) => answer.json<{ detail: string }>().detail,
      );
      expect(blackHoled).toMatch(/"c-07".*(no answer within|unreachable)/);
      expect(slow).toMatch(/"c-23".*(no answer within|unreachable)/);
      expect(refused).toMatch(/"c-41".*401/);
    });
  });
}
