import { z } from 'zod';
import { type KubeRest, type Query, StatusError, UnreachableError } from '../rest/index.js';

const List = z.object({
  // A server written in Go sends an empty slice as null.
  items: z.array(z.unknown()).nullish(),
  metadata: z.object({ resourceVersion: z.string().catch(''), continue: z.string().catch('') }),
});

export interface Page {
  readonly items: readonly unknown[];
  /** True on the first page of each try: what came before it is void. */
  readonly first: boolean;
  /** The version of the whole list, equal on all its pages; a watch goes on from it. */
  readonly resourceVersion: string;
}

export interface Listing {
  readonly rest: Pick<KubeRest, 'get'>;
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
 * A list page by page, so that no more than one page of raw objects is in memory. The read is a quorum
 * read: without a resourceVersion the server may not answer from an old cache. When a continue token
 * has expired (410) it begins again from the first page, a few times (F6).
 */
export async function* pages({
  limit = 500,
  ...listing
}: Listing): AsyncGenerator<Page, void, void> {
  let token: string | undefined;
  let restarts = 0;
  for (;;) {
    const first = token === undefined;
    const list = await page(listing, { limit, continue: token }).catch((error: unknown) => {
      const expired = error instanceof StatusError && error.isExpired && !first;
      if (!expired || ++restarts > MOST_RESTARTS) throw error;
      return undefined;
    });
    if (list) {
      const { resourceVersion } = list.metadata;
      yield { items: list.items ?? [], first, resourceVersion };
      if (list.metadata.continue === '') return;
    }
    token = list?.metadata.continue;
  }
}

async function page({ rest, path, query, signal, timeout }: Listing, position: Query) {
  const answer = await rest.get(path, { query: { ...query, ...position }, signal, timeout });
  const list = List.safeParse(answer).data;
  if (!list) throw new UnreachableError('the answer is not a list', { sent: true });
  return list;
}
