import { randomUUID } from 'node:crypto';
import { apiVersionOf, type Kind } from './kind.js';
import { type Tree } from './kube-object.js';
import { selector, type Matches } from './selector.js';
import {
  badRequest,
  expired,
  invalidOption,
  resourceVersionTooLarge,
  type FieldFault,
} from './status.js';
import { itemJson, type Store, type Stored } from './store.js';

export interface ListScope {
  readonly kind: Kind;
  readonly namespace: string | undefined;
}

export interface Page {
  readonly items: readonly Stored[];
  readonly metadata: Tree;
}

interface Snapshot {
  readonly resourceVersion: number;
  readonly items: readonly Stored[];
}

/**
 * Lists in pages. All pages of one list show the state of the first, as on the real server; a page
 * whose state has been given up is 410.
 */
export class Lists {
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(
    private readonly store: Store,
    private readonly snapshotLimit = 200,
  ) {}

  page(scope: ListScope, query: URLSearchParams): Page {
    const matches = selector(scope.kind, query);
    const selected = (query.get('labelSelector') ?? '') + (query.get('fieldSelector') ?? '') !== '';
    const token = query.get('continue') ?? '';
    if (token) {
      if ((query.get('resourceVersion') ?? '0') !== '0')
        throw badRequest('specifying resource version is not allowed when using continue');
      return this.#resume({ scope, token, matches, selected, limit: limitOf(query) });
    }
    checkVersion(query, this.store.resourceVersion);
    const items = this.#matching(scope, matches);
    // A list from the cache ("0") is answered whole, whatever limit it asks for.
    const limit = query.get('resourceVersion') === '0' ? 0 : limitOf(query);
    const resourceVersion = this.store.resourceVersion;
    return this.#cut({ snapshot: { resourceVersion, items }, from: 0, limit, selected });
  }

  /** Every page asked for from now on answers 410. */
  expireTokens(): void {
    this.#snapshots.clear();
  }

  #matching({ kind, namespace }: ListScope, matches: Matches): readonly Stored[] {
    return this.store.list(kind, namespace).filter(({ object }) => matches(object));
  }

  #resume(page: {
    readonly scope: ListScope;
    readonly token: string;
    readonly matches: Matches;
    readonly selected: boolean;
    readonly limit: number;
  }): Page {
    const { id, from, after } = readToken(page.token);
    if (id === undefined) {
      // Continues with the state of now, which may not fit the pages before: the 410 offers it.
      const items = this.#matching(page.scope, page.matches).filter((one) => keyOf(one) > after);
      const { resourceVersion } = this.store;
      return this.#cut({ ...page, snapshot: { resourceVersion, items }, from: 0 });
    }
    const snapshot = this.#snapshots.get(id);
    if (!snapshot) throw expired(continueTooOld, writeToken({ after }));
    return this.#cut({ ...page, snapshot, from, id });
  }

  #cut(page: {
    readonly snapshot: Snapshot;
    readonly from: number;
    readonly limit: number;
    readonly selected: boolean;
    readonly id?: string;
  }): Page {
    const { snapshot, from, limit, selected } = page;
    const metadata: Tree = { resourceVersion: String(snapshot.resourceVersion) };
    const to = limit > 0 ? from + limit : snapshot.items.length;
    const items = snapshot.items.slice(from, to);
    const last = items.at(-1);
    if (last && to < snapshot.items.length) {
      const id = page.id ?? this.#keep(snapshot);
      metadata['continue'] = writeToken({ id, from: to, after: keyOf(last) });
      if (!selected) metadata['remainingItemCount'] = snapshot.items.length - to;
    }
    return { items, metadata };
  }

  #keep(snapshot: Snapshot): string {
    const id = randomUUID();
    this.#snapshots.set(id, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > this.snapshotLimit && oldest) this.#snapshots.delete(oldest);
    return id;
  }
}

/** The whole answer as text, from the texts of its items. */
export function listJson(kind: Kind, { items, metadata }: Page): string {
  const head = JSON.stringify({
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata,
  });
  return `${head.slice(0, -1)},"items":[${items.map((item) => itemJson(kind, item)).join(',')}]}`;
}

const keyOf = ({ object: { metadata } }: Stored): string =>
  metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;

const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit') ?? '0';
  if (!/^\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing "${text}": invalid syntax`);
  return Number(text);
}

interface Token {
  /** The snapshot; absent in a token that continues with the state of now. */
  readonly id?: string;
  readonly from?: number;
  readonly after: string;
}

const writeToken = (token: Token): string =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', ...token })).toString('base64url');

function readToken(token: string): { id: string | undefined; from: number; after: string } {
  try {
    const { v, id, from, after } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Tree;
    if (v === 'meta.k8s.io/v1' && typeof after === 'string')
      return { id: id as string | undefined, from: Number(from ?? 0), after };
  } catch (error) {
    throw badRequest(
      `invalid continue token: continue key is not valid: ${(error as Error).message}`,
    );
  }
  throw badRequest('invalid continue token: continue key is not valid: unknown version');
}

export function listFault(message: string): FieldFault {
  return {
    field: 'resourceVersionMatch',
    reason: 'FieldValueForbidden',
    message: `Forbidden: ${message}`,
  };
}

/** Whether a read at this resourceVersion can be served: the present is all that is kept. */
function checkVersion(query: URLSearchParams, current: number): void {
  const version = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  if (match && !version)
    throw invalidOption(
      'ListOptions',
      listFault('resourceVersionMatch is forbidden unless resourceVersion is provided'),
    );
  if (match === 'Exact' && version === '0')
    throw invalidOption(
      'ListOptions',
      listFault('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
    );
  if (!/^\d*$/.test(version))
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`,
    );
  if (Number(version) > current) throw resourceVersionTooLarge(Number(version), current);
  if (match === 'Exact' && Number(version) < current)
    throw expired('The resourceVersion for the provided list is too old.');
}
