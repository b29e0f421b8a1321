import { describe, expect, test } from '@jest/globals';
import { CaptureLogger } from '@slipway/service/testing';
import { ProjectedStore } from '../store/index.js';
import { Mirror, type ReflectorHandler } from './mirror.js';

interface Item {
  readonly name: string;
  readonly uid: string;
  readonly version: string;
}

const item = (name: string, version: number, uid = `u-${name}`): Item => ({
  name,
  uid,
  version: String(version),
});

function aMirror(handler?: ReflectorHandler<Item>) {
  const told: string[] = [];
  const logger = new CaptureLogger();
  const store = new ProjectedStore<Item>({ keyOf: ({ name }) => name, idOf: ({ uid }) => uid });
  const text = ({ name, version }: Item) => `${name}@${version}`;
  const mirror = new Mirror<Item>({
    store,
    logger,
    project: (raw) => {
      const { metadata, bad } = raw as { metadata: Item; bad?: 'throws' | 'undefined' };
      if (bad === 'throws') throw new TypeError('spec.replicas is missing');
      return bad ? undefined : metadata;
    },
    identity: ({ name, uid, version }) => ({ key: name, uid, resourceVersion: version }),
    handler: handler ?? {
      onSeeded: () => told.push('seeded'),
      onUpserted: (next, previous) =>
        told.push(`${previous ? text(previous) : 'new'} > ${text(next)}`),
      onDeleted: (last) => told.push(`${text(last)} gone`),
    },
  });
  const replace = (...items: Item[]) =>
    mirror.replace(
      new Map(items.map((each) => [each.name, each])),
      new Set(items.map(({ name }) => name)),
    );
  return { mirror, store, told, logger, replace };
}

describe('a list', () => {
  test('the first one is state, told as a whole', () => {
    const { mirror, store, told, replace } = aMirror();
    expect(mirror.seeded).toBe(false);
    replace(item('a', 1), item('b', 1));
    expect(mirror.seeded).toBe(true);
    expect(store.size).toBe(2);
    expect(told).toEqual(['seeded']);
  });

  test('a later one is told as differences', () => {
    const { told, replace } = aMirror();
    replace(item('changed', 1), item('same', 1), item('vanished', 1));
    replace(item('changed', 2), item('same', 1), item('fresh', 2));
    expect(told).toEqual(['seeded', 'vanished@1 gone', 'changed@1 > changed@2', 'new > fresh@2']);
  });

  test('F8: one name with another uid is told as deleted, then created', () => {
    const { told, replace, store } = aMirror();
    replace(item('a', 1));
    replace(item('a', 2, 'u-2'));
    expect(told.slice(1)).toEqual(['a@1 gone', 'new > a@2']);
    expect(store.byId('u-a')).toBeUndefined();
    expect(store.byId('u-2')).toEqual(item('a', 2, 'u-2'));
  });

  test('an empty one deletes all', () => {
    const { told, replace, store } = aMirror();
    replace(item('a', 1), item('b', 1));
    replace();
    expect(told.slice(1)).toEqual(['a@1 gone', 'b@1 gone']);
    expect(store.size).toBe(0);
  });
});

describe('an event', () => {
  test('of a version already known is not told', () => {
    const { mirror, told, replace } = aMirror();
    replace(item('a', 1));
    mirror.upsert(item('a', 1));
    expect(told).toEqual(['seeded']);
  });

  test('F8: of a known name with another uid is told as deleted, then created', () => {
    const { mirror, told, replace } = aMirror();
    replace(item('a', 1));
    mirror.upsert(item('a', 2, 'u-2'));
    expect(told.slice(1)).toEqual(['a@1 gone', 'new > a@2']);
  });

  test('deletes what is known, once, and never a successor', () => {
    const { mirror, told, replace } = aMirror();
    replace(item('a', 2, 'u-2'));
    mirror.remove('a', 'u-1');
    mirror.remove('nobody', 'u-1');
    expect(told).toEqual(['seeded']);
    mirror.remove('a', 'u-2');
    mirror.remove('a', 'u-2');
    expect(told.slice(1)).toEqual(['a@2 gone']);
  });
});

describe('an unreadable object', () => {
  const raw = (name: string, bad?: string) => ({
    metadata: item(name, 1),
    ...(bad ? { bad } : {}),
  });

  test.each([
    ['throws', 'TypeError: spec.replicas is missing'],
    ['undefined', 'it lacks required fields'],
  ])('whose projection is %s is counted, and logged once by name', (bad, because) => {
    const { mirror, logger } = aMirror();
    expect(mirror.read(raw('a', bad))).toBeUndefined();
    expect(mirror.read(raw('a', bad))).toBeUndefined();
    expect(mirror.unreadable).toBe(1);
    expect(logger.lines).toEqual([
      {
        level: 'warn',
        fields: { name: 'a', because },
        message: 'object is unreadable and counts as absent',
      },
    ]);
  });

  test('no longer counts once it is readable, deleted or gone from the list', () => {
    const { mirror, replace } = aMirror();
    for (const name of ['a', 'b', 'c']) mirror.read(raw(name, 'throws'));
    expect(mirror.read(raw('a'))).toEqual(item('a', 1));
    mirror.remove('b');
    expect(mirror.unreadable).toBe(1);
    replace();
    expect(mirror.unreadable).toBe(0);
  });

  test('counts as absent: what was known of it is told as deleted', () => {
    const { mirror, told, replace } = aMirror();
    replace(item('a', 1), item('b', 1));
    mirror.forget('a');
    expect(told.slice(1)).toEqual(['a@1 gone']);
  });

  test('that has not even a name is counted too', () => {
    const { mirror } = aMirror();
    expect(mirror.read(null)).toBeUndefined();
    expect(mirror.unreadable).toBe(1);
  });
});

test('a handler that throws is logged and stops nothing', () => {
  const fail = () => {
    throw new Error('defect');
  };
  const { mirror, store, logger, replace } = aMirror({
    onSeeded: fail,
    onUpserted: fail,
    onDeleted: fail,
  });
  replace(item('a', 1));
  mirror.upsert(item('b', 1));
  mirror.remove('a');
  expect(store.values()).toEqual([item('b', 1)]);
  expect(logger.messages('error')).toHaveLength(3);
});
