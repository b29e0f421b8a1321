import { type ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { ManualClock } from '@slipway/service/testing';
import { coreKinds } from '../kinds/core.js';
import { Store } from './store.js';
import { Watches } from './watches.js';

test('a watch that has ended, and whose reader is slow to let go of it, is not written to any more', async () => {
  const clock = new ManualClock();
  const [kind] = coreKinds;
  if (!kind) throw new Error('no kind');
  const watches = new Watches(new Store(), clock, {
    bookmarkMilliseconds: 300,
    bufferBytes: 1_000,
    timeoutMilliseconds: 60_000,
    expiredByStatus: false,
  });
  const written: string[] = [];
  let ended = 0;
  const response = {
    writeHead: () => undefined,
    flushHeaders: () => undefined,
    writableLength: 0,
    get writableEnded() {
      return ended > 0;
    },
    write: (text: string) => void written.push(text),
    end: () => void ended++,
    on: () => undefined,
  } as unknown as ServerResponse;
  const query = new URLSearchParams('watch=1&allowWatchBookmarks=true&timeoutSeconds=1');
  watches.start({ kind, namespace: undefined, query, render: undefined }, response);
  await clock.advance(1_000);
  expect({ ended, bookmarks: written.length }).toEqual({ ended: 1, bookmarks: 3 });
  await clock.advance(5_000);
  expect(written).toHaveLength(3);
});
