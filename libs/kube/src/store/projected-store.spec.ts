import { describe, expect, test } from '@jest/globals';
import { ProjectedStore } from './index.js';

interface Item {
  readonly name: string;
  readonly cluster?: string | undefined;
  readonly version?: number;
}

const aStore = () =>
  new ProjectedStore<Item>({
    keyOf: ({ name }) => name,
    idOf: ({ name }) => `id-${name}`,
    groupOf: ({ cluster }) => cluster,
  });
const names = (items: readonly Item[]) => items.map(({ name }) => name);

describe('ProjectedStore', () => {
  test('finds by name, by id and by cluster, and lists by name', () => {
    const store = aStore();
    for (const name of ['c', 'a', 'd', 'b']) store.put({ name, cluster: name < 'c' ? 'x' : 'y' });
    expect(store.size).toBe(4);
    expect(store.get('b')).toEqual({ name: 'b', cluster: 'x' });
    expect(store.byId('id-d')).toBe(store.get('d'));
    expect(names(store.values())).toEqual(['a', 'b', 'c', 'd']);
    expect(names(store.inGroup('x'))).toEqual(['a', 'b']);
    expect(names(store.inGroup('y'))).toEqual(['c', 'd']);
    expect(store.inGroup('z')).toEqual([]);
    expect(store.get('z')).toBeUndefined();
    expect(store.byId('id-z')).toBeUndefined();
  });

  test('replaces an object everywhere', () => {
    const store = aStore();
    store.put({ name: 'a', cluster: 'x', version: 1 });
    const next = { name: 'a', cluster: 'x', version: 2 };
    store.put(next);
    expect(store.size).toBe(1);
    for (const found of [
      store.get('a'),
      store.byId('id-a'),
      store.values()[0],
      store.inGroup('x')[0],
    ])
      expect(found).toBe(next);
    expect(store.inGroup('x')).toHaveLength(1);
  });

  test('moves an object whose cluster changes, and keeps one that has none out of groups', () => {
    const store = aStore();
    store.put({ name: 'a', cluster: 'x' });
    store.put({ name: 'a', cluster: 'y' });
    expect([names(store.inGroup('x')), names(store.inGroup('y'))]).toEqual([[], ['a']]);
    store.put({ name: 'a' });
    expect([names(store.inGroup('y')), names(store.values())]).toEqual([[], ['a']]);
  });

  test('forgets the id that an object had before', () => {
    const store = new ProjectedStore<Item>({
      keyOf: ({ name }) => name,
      idOf: ({ name, cluster }) => `${cluster}/${name}`,
    });
    store.put({ name: 'a', cluster: 'x' });
    store.put({ name: 'a', cluster: 'y' });
    expect(store.byId('x/a')).toBeUndefined();
    expect(store.byId('y/a')).toBe(store.get('a'));
  });

  test('removes an object everywhere, and a name it does not know not at all', () => {
    const store = aStore();
    store.put({ name: 'a', cluster: 'x' });
    store.put({ name: 'b', cluster: 'x' });
    store.remove('a');
    store.remove('nobody');
    expect(store.get('a')).toBeUndefined();
    expect(store.byId('id-a')).toBeUndefined();
    expect([names(store.values()), names(store.inGroup('x'))]).toEqual([['b'], ['b']]);
  });

  test('orders names as Kubernetes does, byte by byte', () => {
    const store = aStore();
    for (const name of ['a-10', 'a-2', 'a.b', 'a', 'a-1', 'a0']) store.put({ name });
    expect(names(store.values())).toEqual(['a', 'a-1', 'a-10', 'a-2', 'a.b', 'a0']);
  });

  test('agrees with a plain map after any sequence of changes', () => {
    const store = aStore();
    const model = new Map<string, Item>();
    let seed = 42;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (let step = 0; step < 5_000; step++) {
      const name = `n${random(60)}`;
      if (random(3) === 0) {
        store.remove(name);
        model.delete(name);
      } else {
        const item = { name, cluster: ['x', 'y', 'z', undefined][random(4)], version: step };
        store.put(item);
        model.set(name, item);
      }
      const sorted = [...model.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(store.values()).toEqual(sorted);
      expect(store.inGroup('x')).toEqual(sorted.filter(({ cluster }) => cluster === 'x'));
      expect(store.byId(`id-${name}`)).toBe(model.get(name));
    }
  });
});
