import { type Listing, pages } from './pager.js';

/**
 * Every object at `path`, each shrunk by `project` as its page arrives; what projects to undefined is
 * left out.
 */
export async function listAll<T>(
  listing: Listing,
  project: (raw: unknown) => T | undefined,
): Promise<T[]> {
  let all: T[] = [];
  for await (const { first, items } of pages(listing)) {
    if (first) all = [];
    for (const item of items) {
      const projected = project(item);
      if (projected !== undefined) all.push(projected);
    }
  }
  return all;
}
