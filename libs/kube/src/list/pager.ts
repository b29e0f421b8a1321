import { linked } from '@slipway/service';
import { z } from 'zod';
import { type KubeRest, type Query, StatusError, UnreachableError } from '../rest/index.js';
import { type SplitList, splitList } from './split-list.js';

/** A list without its items; a server written in Go sends an empty slice as null. */
const Head = z.object({
  items: z.array(z.unknown()).nullish(),
  metadata: z.object({ resourceVersion: z.string().catch(''), continue: z.string().catch('') }),
});

export interface Page {
  /** Raw objects, each parsed when its turn comes; to be read before the next page. */
  readonly items: Iterable<unknown>;
  /** True on the first page of each try: what came before it is void. */
  readonly first: boolean;
  /** The version of the whole list, equal on all its pages; a watch goes on from it. */
  readonly resourceVersion: string;
}

export interface Listing {
  readonly rest: Pick<KubeRest, 'read'>;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds per page. */
  readonly timeout?: number | undefined;
  /** Objects per page. */
  readonly limit?: number | undefined;
}

const MOST_RESTARTS = 3;

/**
 * A list page by page and item by item, so that few raw objects are in memory at once. The read is a quorum
 * read: without a resourceVersion the server may not answer from an old cache. When a continue token
 * has expired (410) it begins again from the first page, a few times (F6).
 */
export async function* pages({
  limit = 500,
  signal,
  ...listing
}: Listing): AsyncGenerator<Page, void, void> {
  const link = linked(signal);
  const ask = (token?: string) =>
    page({ ...listing, signal: link.signal }, { limit, continue: token });
  let first = true;
  let restarts = 0;
  let coming = ask();
  try {
    for (;;) {
      const list = await coming.catch((error: unknown) => {
        const expired = error instanceof StatusError && error.isExpired && !first;
        if (!expired || ++restarts > MOST_RESTARTS) throw error;
        return undefined;
      });
      if (!list) {
        first = true;
        coming = ask();
        continue;
      }
      const { continue: token, resourceVersion } = list.metadata;
      if (token !== '') {
        // The server makes the next page while this one is parsed. Its failure shows in its turn, if that
        // comes; the turn given up here sends the request before parsing holds the thread.
        coming = ask(token);
        coming.catch(() => undefined);
        await new Promise(setImmediate);
      }
      yield { items: list.items, first, resourceVersion };
      if (token === '') return;
      first = false;
    }
  } finally {
    link.abort(new Error('the list is not read any further'));
  }
}

async function page({ rest, path, query, signal, timeout }: Listing, position: Query) {
  const bytes = await rest.read(path, { query: { ...query, ...position }, signal, timeout });
  const { head, items } = splitAnswer(bytes);
  const metadata = Head.safeParse(head).data?.metadata;
  if (!metadata) throw new UnreachableError('the answer is not a list', { sent: true });
  return { metadata, items: checked(items) };
}

function splitAnswer(bytes: Buffer): SplitList {
  try {
    return splitList(bytes);
  } catch {
    throw notJson();
  }
}

function* checked(items: Iterable<unknown>): Generator<unknown, void, void> {
  try {
    yield* items;
  } catch {
    throw notJson();
  }
}

const notJson = () => new UnreachableError('the answer is not JSON', { sent: true });
