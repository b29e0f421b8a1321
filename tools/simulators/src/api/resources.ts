import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock } from './clock.js';
import { Deletes, readDeleteOptions } from './deletes.js';
import { evict } from './evictions.js';
import { type Kind } from './kind.js';
import { type KubeObject, type Tree } from './kube-object.js';
import { listJson, Lists, type Page } from './lists.js';
import { readPatch } from './patch/index.js';
import { contentTypeOf, readBody, writeOptions } from './request.js';
import { type Route } from './route.js';
import { Scales } from './scale.js';
import { methodNotAllowed, notFound, unknownPath, unsupportedMediaType } from './status.js';
import { type Store } from './store.js';
import { table, wantsTable } from './table.js';
import { isTrue, Watches, type WatchSettings } from './watches.js';
import { Writes, type Target, type Written } from './writes.js';

/** A request for objects, with what its URL and headers say. */
export interface Call {
  readonly route: Route;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Answer {
  readonly code: number;
  /** JSON text, or a value to be written as JSON. */
  readonly body: string | Tree;
  readonly warnings?: readonly string[];
}

/** The verbs on objects: every one ends in an answer, but for a watch, which goes on by itself. */
export class Resources {
  readonly lists: Lists;
  readonly watches: Watches;
  readonly #writes: Writes;
  readonly #deletes: Deletes;
  readonly #scales: Scales;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    settings: WatchSettings & { readonly kinds: readonly Kind[] },
  ) {
    this.lists = new Lists(store);
    this.watches = new Watches(store, clock, settings);
    this.#writes = new Writes(
      store,
      clock,
      settings.kinds.find(({ kind }) => kind === 'Namespace'),
    );
    this.#deletes = new Deletes(store, clock, settings.kinds);
    this.#scales = new Scales(store, this.#writes);
  }

  async handle(call: Call): Promise<Answer | undefined> {
    const { route, method } = call;
    const { kind, namespace, name } = route;
    if (kind.namespaced && namespace === undefined && method !== 'GET') throw unknownPath();
    if (name === undefined) return this.#collection(call);
    return this.#one(call, { kind, namespace, name });
  }

  async #collection(call: Call): Promise<Answer | undefined> {
    const { route, method, query, request, response } = call;
    if (method === 'GET' && isTrue(query.get('watch'))) {
      const render = wantsTable(acceptOf(request)) ? this.#rowRenderer(call) : undefined;
      this.watches.start({ ...route, query, render }, response);
      return undefined;
    }
    if (method === 'GET')
      return { code: 200, body: this.#list(call, this.lists.page(route, query)) };
    if (method === 'POST') {
      const options = writeOptions('CreateOptions', query);
      const text = await jsonBody(request);
      return this.#shown(call, 201, this.#writes.create(route, text, options));
    }
    if (method !== 'DELETE') throw methodNotAllowed();
    const options = readDeleteOptions(await readBody(request), query);
    const page = this.lists.page(route, query);
    for (const { object } of page.items)
      this.#deletes.delete(
        { kind: route.kind, namespace: object.metadata.namespace, name: object.metadata.name },
        { dryRun: options.dryRun },
      );
    return { code: 200, body: listJson(route.kind, page) };
  }

  async #one(call: Call, target: Target): Promise<Answer> {
    const { route, method, query, request } = call;
    const { kind } = target;
    const { subresource } = route;
    if (subresource === 'scale' && kind.scale) return this.#scale(call, target);
    if (subresource === 'eviction' && kind.kind === 'Pod') {
      if (method !== 'POST') throw methodNotAllowed();
      return evict(this.#deletes, target, await jsonBody(request), query);
    }
    if (subresource !== undefined && !(subresource === 'status' && kind.status))
      throw unknownPath();
    const part = subresource === 'status' ? 'status' : 'main';
    switch (method) {
      case 'GET': {
        const found = this.store.get(kind, target.namespace, target.name);
        if (!found) throw notFound(kind, target.name);
        return wantsTable(acceptOf(request))
          ? this.#shown(call, 200, { object: found.object, warnings: [] })
          : { code: 200, body: found.json };
      }
      case 'PUT': {
        const options = { ...writeOptions('UpdateOptions', query), part } as const;
        return this.#shown(
          call,
          200,
          this.#writes.replace(target, await jsonBody(request), options),
        );
      }
      case 'PATCH': {
        const options = { ...writeOptions('PatchOptions', query), part } as const;
        const patch = readPatch(kind, contentTypeOf(request), await readBody(request));
        return this.#shown(call, 200, this.#writes.patch(target, patch, options));
      }
      case 'DELETE': {
        if (part === 'status') throw methodNotAllowed();
        const options = readDeleteOptions(await readBody(request), query);
        return { code: 200, body: this.#deletes.delete(target, options) };
      }
      default:
        throw methodNotAllowed();
    }
  }

  async #scale({ method, query, request }: Call, target: Target): Promise<Answer> {
    if (method === 'GET') return { code: 200, body: this.#scales.get(target) };
    if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed();
    const { dryRun } = writeOptions('UpdateOptions', query);
    const [type, text] = [contentTypeOf(request), await readBody(request)];
    const patch = method === 'PATCH';
    return { code: 200, body: this.#scales.set(target, { type, text, patch, dryRun }) };
  }

  #list({ route, request, query }: Call, page: Page): string | Tree {
    if (!wantsTable(acceptOf(request))) return listJson(route.kind, page);
    const objects = page.items.map(({ object }) => object);
    const { metadata } = page;
    return table(route.kind, objects, { metadata, now: this.clock.now(), ...included(query) });
  }

  #shown({ route, request, query }: Call, code: number, { object, warnings }: Written): Answer {
    if (!wantsTable(acceptOf(request))) return { code, body: object, warnings };
    const metadata = { resourceVersion: object.metadata.resourceVersion };
    const body = table(route.kind, [object], {
      metadata,
      now: this.clock.now(),
      ...included(query),
    });
    return { code, body, warnings };
  }

  #rowRenderer({ route, query }: Call) {
    return (object: KubeObject, columns: boolean): Tree => {
      const metadata = { resourceVersion: object.metadata.resourceVersion };
      const now = this.clock.now();
      return table(route.kind, [object], { metadata, now, columns, ...included(query) });
    };
  }
}

export const acceptOf = (request: IncomingMessage): string => request.headers.accept ?? '';

const included = (query: URLSearchParams) => ({
  include: query.get('includeObject') ?? 'Metadata',
});

async function jsonBody(request: IncomingMessage): Promise<string> {
  if (contentTypeOf(request) !== 'application/json')
    throw unsupportedMediaType(['application/json']);
  return readBody(request);
}
