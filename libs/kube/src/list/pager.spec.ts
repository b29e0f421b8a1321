import { describe, expect, test } from '@jest/globals';
import { type CallOptions, StatusError, statusFromAnswer } from '../rest/index.js';
import { listAll, type Page, pages } from './index.js';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const expired = statusFromAnswer({ code: 410, text: '' });

/** Ten items by pages; a token that `expires` names is refused once for each time it is listed. */
function aCollection({ size = 10, expires = [] as string[] } = {}) {
  const asked: string[] = [];
  const rest = {
    read: async (path: string, { query = {} }: CallOptions = {}) => {
      const { limit, continue: token, ...more } = query;
      asked.push([path, limit, token ?? '-', ...Object.values(more)].join(' '));
      const expiring = expires.indexOf(String(token));
      if (expiring >= 0) {
        expires.splice(expiring, 1);
        throw expired;
      }
      const from = Number(token ?? 0);
      const to = Math.min(size, from + Number(limit));
      const items = Array.from({ length: to - from }, (_, index) => from + index);
      const next = to < size ? { continue: String(to) } : {};
      return bytes({ kind: 'List', metadata: { resourceVersion: '77', ...next }, items });
    },
  };
  return { rest, asked };
}

async function read(listing: Parameters<typeof pages>[0]) {
  const all: (Omit<Page, 'items'> & { items: unknown[] })[] = [];
  for await (const page of pages(listing)) all.push({ ...page, items: [...page.items] });
  return all;
}

describe('pages', () => {
  test('follow the continue token, with limit and query on each', async () => {
    const { rest, asked } = aCollection();
    const all = await read({ rest, path: '/x', query: { labelSelector: 'a' }, limit: 4 });
    expect(all).toEqual([
      { items: [0, 1, 2, 3], first: true, resourceVersion: '77' },
      { items: [4, 5, 6, 7], first: false, resourceVersion: '77' },
      { items: [8, 9], first: false, resourceVersion: '77' },
    ]);
    expect(asked).toEqual(['/x 4 - a', '/x 4 4 a', '/x 4 8 a']);
  });

  test('ask for 500 objects unless told otherwise', async () => {
    const { rest, asked } = aCollection();
    await read({ rest, path: '/x' });
    expect(asked).toEqual(['/x 500 -']);
  });

  test('F6: begin again from the first when the token expires on page 2', async () => {
    const { rest, asked } = aCollection({ expires: ['4'] });
    const all = await read({ rest, path: '/x', limit: 4 });
    expect(all.map(({ first, items }) => [first, items[0]])).toEqual([
      [true, 0],
      [true, 0],
      [false, 4],
      [false, 8],
    ]);
    expect(asked).toHaveLength(5);
  });

  test('give up when tokens go on expiring', async () => {
    const { rest, asked } = aCollection({ expires: Array.from({ length: 9 }, () => '4') });
    await expect(read({ rest, path: '/x', limit: 4 })).rejects.toBe(expired);
    expect(asked).toHaveLength(8);
  });

  test('do not repeat a first page that is refused', async () => {
    const { rest, asked } = aCollection({ expires: ['undefined'] });
    await expect(read({ rest, path: '/x' })).rejects.toBeInstanceOf(StatusError);
    expect(asked).toHaveLength(1);
  });

  test.each<[string, unknown, unknown[]]>([
    ['null for no items', { metadata: { resourceVersion: '1' }, items: null }, []],
    ['no items', { metadata: { resourceVersion: '1' } }, []],
  ])('take %s', async (_, answer, items) => {
    const rest = { read: async () => bytes(answer) };
    expect(await read({ rest, path: '/x' })).toEqual([
      { items, first: true, resourceVersion: '1' },
    ]);
  });

  test.each([[null], [[]], [{ kind: 'Pod' }], [{ metadata: {}, items: {} }]])(
    'refuse %j, which is no list',
    async (answer) => {
      const rest = { read: async () => bytes(answer) };
      await expect(read({ rest, path: '/x' })).rejects.toThrow('the answer is not a list');
    },
  );

  test.each(['', '<html>', '{"metadata":{},"items":[{]}'])(
    'refuse %j, which is no JSON',
    async (text) => {
      const rest = { read: async () => Buffer.from(text) };
      await expect(read({ rest, path: '/x' })).rejects.toThrow('the answer is not JSON');
    },
  );

  test('ask for the next page before this one is read, for no more than that', async () => {
    const { rest, asked } = aCollection();
    const iterator = pages({ rest, path: '/x', limit: 4 });
    await iterator.next();
    expect(asked).toEqual(['/x 4 -', '/x 4 4']);
    await iterator.next();
    expect(asked).toHaveLength(3);
    await iterator.return();
    expect(asked).toHaveLength(3);
  });

  test('give up the page asked for when the reader stops', async () => {
    const { rest } = aCollection();
    const signals: AbortSignal[] = [];
    const read = async (path: string, options: CallOptions = {}) => {
      signals.push(options.signal!);
      return rest.read(path, options);
    };
    for await (const page of pages({ rest: { read }, path: '/x', limit: 4 })) if (page.first) break;
    expect(signals).toHaveLength(2);
    expect(signals[1]!.aborted).toBe(true);
  });

  test('a page asked for in vain is no unhandled fault', async () => {
    const { rest } = aCollection({ expires: ['4'] });
    for await (const page of pages({ rest, path: '/x', limit: 4 })) if (page.first) break;
    await new Promise(setImmediate);
  });

  test('end with the signal, whatever was asked for', async () => {
    const { rest } = aCollection();
    const caller = new AbortController();
    const read = async (path: string, options: CallOptions = {}) => {
      options.signal!.throwIfAborted();
      return rest.read(path, options);
    };
    const iterator = pages({ rest: { read }, path: '/x', limit: 4, signal: caller.signal });
    await iterator.next();
    caller.abort(new Error('left'));
    await iterator.next();
    await expect(iterator.next()).rejects.toThrow('left');
  });
});

describe('listAll', () => {
  test('projects each item and leaves out what projects to nothing', async () => {
    const { rest } = aCollection();
    const even = (raw: unknown) => ((raw as number) % 2 === 0 ? `#${String(raw)}` : undefined);
    expect(await listAll({ rest, path: '/x', limit: 3 }, even)).toEqual([
      '#0',
      '#2',
      '#4',
      '#6',
      '#8',
    ]);
  });

  test('F6: has nothing twice when a page expires on the way', async () => {
    const { rest } = aCollection({ expires: ['4', '8'] });
    expect(await listAll({ rest, path: '/x', limit: 4 }, (raw) => raw)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });
});
