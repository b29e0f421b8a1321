import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DrainFlags } from '@slipway/capi';
import { aPod } from '@slipway/capi/builders';
import { drainParity, type Fate, type ParityRow } from '@slipway/capi/parity';
import { realServers, until } from '@slipway/testing';
import { DrainWorld } from './drain-world.js';

const { kubeconfig, kubernetes } = realServers();
const suite = kubeconfig && kubernetes ? describe : describe.skip;

const names = ['ignore_daemon_sets', 'delete_empty_dir_data', 'force'] as const;
const combinations = Array.from({ length: 8 }, (_, bits) => ({
  ignore_daemon_sets: (bits & 1) !== 0,
  delete_empty_dir_data: (bits & 2) !== 0,
  force: (bits & 4) !== 0,
}));
const said = (flags: DrainFlags) => names.filter((name) => flags[name]).join(', ') || 'no flag';
const blocks = ({ needs }: Fate, flags: DrainFlags) => needs.some((name) => !flags[name]);
const rows = drainParity.map((row, index) => ({ ...row, name: `p${index}` }));
type Row = (typeof rows)[number];
const byName = (some: readonly Row[]) => some.map(({ name }) => name).sort();

suite('every shape of pod on a real API server', () => {
  let world: DrainWorld;

  beforeAll(async () => {
    world = await DrainWorld.start(kubeconfig!);
    const { objects, namespace } = world;
    // The table's world has this one, for kubectl looks it up.
    const labels = { app: 'cni' };
    const containers = [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }];
    await objects.create({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'cni', namespace },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
  }, 60_000);

  afterAll(() => world?.stop(), 60_000);

  /** A Node of its own with these Pods, named after rows of the table. */
  async function nodeWith(prefix: string, some: readonly Row[]): Promise<string> {
    const node = await world.addNode();
    for (let from = 0; from < some.length; from += 10) {
      const batch = some.slice(from, from + 10);
      await Promise.all(
        batch.map((row) => world.addPod(node, podOf(row, `${prefix}-${row.name}`))),
      );
    }
    return node;
  }

  // No flag, each alone, and all; the rules themselves are tested with every combination.
  const asked = [0, 1, 2, 4, 7].map((index) => [index, combinations[index]!] as const);
  test.each(asked.map(([index, flags]) => [said(flags), flags, `c${index}`] as const))(
    'with %s a drain does with each what the table says',
    async (_, flags, prefix) => {
      const blocking = rows.filter(({ ours }) => blocks(ours, flags));
      const others = rows.filter((row) => !blocking.includes(row));
      const node = await nodeWith(prefix, rows);
      const full = (some: readonly Row[]) =>
        byName(some)
          .map((name) => `${prefix}-${name}`)
          .sort();

      if (blocking.length > 0) {
        const before = await world.podsOn(node);
        const { status, detail } = await world.drain(node, flags);
        expect(status).toBe(409);
        const named = new Set([...detail.matchAll(/\/(c\d-p\d+)/g)].map(([, name]) => name!));
        expect([...named].sort()).toEqual(full(blocking));
        expect(await world.podsOn(node)).toEqual(before);
        await Promise.all(full(blocking).map((name) => remove(name)));
      }

      const toWait = full(others.filter(({ ours }) => ours.then === 'wait'));
      const { steps, end } = await world.tell(node, { ...flags, timeout_seconds: 25 }, (step) => {
        const name = step.pod?.split('/')[1];
        return step.step === 'waiting' && toWait.includes(name!) ? world.release(name!) : undefined;
      });
      expect(end).toEqual({ status: 204 });
      const told = (kind: string) =>
        steps
          .filter(({ step }) => step === kind)
          .map(({ pod }) => pod!.split('/')[1]!)
          .sort();
      expect(told('evicting')).toEqual(full(others.filter(({ ours }) => ours.then === 'evict')));
      expect(told('skipped')).toEqual(full(others.filter(({ ours }) => ours.then === 'skip')));
      expect(await world.podsOn(node)).toEqual(told('skipped'));
      expect(await world.isCordoned(node)).toBe(true);
    },
  );

  describe('beside kubectl', () => {
    test('kubectl refuses with each set of flags what the table says', async () => {
      const node = await nodeWith('k', rows);
      await Promise.all(
        combinations.map(async (flags) => {
          const blocking = rows.filter(({ kubectl }) => blocks(kubectl, flags));
          const { text, code } = await kubectl(node, flags, '--dry-run=client');
          const named = new Set([...text.matchAll(/\/(k-p\d+)/g)].map(([, name]) => name!));
          if (blocking.length > 0) {
            expect({ flags: said(flags), code }).toEqual({ flags: said(flags), code: 1 });
            expect([...named].sort()).toEqual(
              byName(blocking)
                .map((name) => `k-${name}`)
                .sort(),
            );
          } else expect(code).toBe(0);
        }),
      );
    });

    test('the same pods are left on equal Nodes, but for the deviations', async () => {
      const flags = combinations.at(-1)!;
      const shared = rows.filter(({ deviation }) => deviation === undefined);
      const deviating = rows.filter(
        ({ deviation, kubectl }) => deviation !== undefined && kubectl.then === 'evict',
      );
      const leaving = deviating.filter(({ pod }) => pod.metadata.deletionTimestamp);
      const lasting = deviating.filter((row) => !leaving.includes(row));
      const both = [...shared.filter(({ pod }) => !pod.metadata.deletionTimestamp), ...lasting];
      const [theirs, ours] = await Promise.all([nodeWith('t', both), nodeWith('o', both)]);
      const [{ code, text }, drained] = await Promise.all([
        kubectl(theirs, flags, '--timeout=25s'),
        world.drain(ours, { ...flags, timeout_seconds: 25 }),
      ]);
      expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
      expect(drained.status).toBe(204);
      const left = async (node: string) => (await world.podsOn(node)).map((name) => name.slice(2));
      const [leftByThem, leftByUs] = await Promise.all([left(theirs), left(ours)]);
      expect(leftByUs.filter((name) => !leftByThem.includes(name))).toEqual(byName(lasting));
      expect(leftByThem.filter((name) => !leftByUs.includes(name))).toEqual([]);
      expect(await world.isCordoned(theirs)).toBe(await world.isCordoned(ours));
    });
  });

  async function remove(name: string): Promise<void> {
    const pod = world.pod(name);
    const found = await world.objects.find(pod);
    if (!found?.metadata.deletionTimestamp) await world.objects.delete(pod);
    if (found?.metadata['finalizers']) await world.release(name);
    await until(async () => !(await world.objects.find(pod)), {
      within: 5_000,
      because: `pod ${name} to be gone`,
    });
  }

  /** Resolves to how it ended and what it said. */
  function kubectl(
    node: string,
    flags: DrainFlags,
    ...more: readonly string[]
  ): Promise<{ code: number; text: string }> {
    const options = [
      ...(flags.ignore_daemon_sets ? ['--ignore-daemonsets'] : []),
      ...(flags.delete_empty_dir_data ? ['--delete-emptydir-data'] : []),
      ...(flags.force ? ['--force'] : []),
    ];
    const args = ['--kubeconfig', kubeconfig!, 'drain', node, ...options, ...more];
    return new Promise((resolve) => {
      execFile(join(kubernetes!, 'kubectl'), args, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, text: error ? stderr : stdout });
      });
    });
  }
});

/** The Pod of a row under another name; one that leaves is kept by a finalizer. */
function podOf({ pod }: ParityRow, name: string) {
  const leaving = pod.metadata.deletionTimestamp !== undefined;
  return aPod(name).with((draft) => {
    const { metadata, spec, status } = structuredClone(pod);
    Object.assign(draft.metadata, { ...metadata, name });
    if (leaving) draft.metadata.finalizers = ['slipway.test/kept'];
    draft.spec = spec;
    if (status?.phase) draft.status = status;
    else delete draft.status;
  });
}
