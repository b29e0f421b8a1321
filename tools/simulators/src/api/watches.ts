import { type ServerResponse } from 'node:http';
import { type Clock } from './clock.js';
import { apiVersionOf } from './kind.js';
import { type KubeObject, type Tree } from './kube-object.js';
import { listFault, type ListScope } from './lists.js';
import { selector, type Matches } from './selector.js';
import { expired, invalidOption, StatusError } from './status.js';
import { type Change, type Store, type Stored } from './store.js';

export interface WatchSettings {
  /** How often a watch that allows it gets a bookmark. */
  readonly bookmarkMilliseconds: number;
  /** A watcher that has so much unread is cut. */
  readonly bufferBytes: number;
  /** The end of a watch that names no timeoutSeconds. */
  readonly timeoutMilliseconds: number;
  /** Says "too old" by status 410 before the stream opens, as older servers do, not inside it. */
  readonly expiredByStatus: boolean;
}

export interface WatchRequest extends ListScope {
  readonly query: URLSearchParams;
  /** Turns an object into what the watcher asked for, if not the object itself. */
  readonly render: ((object: KubeObject, first: boolean) => unknown) | undefined;
}

/** A longer delay would make a timer fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Open watches of one API server. */
export class Watches {
  readonly #open = new Set<Watch>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly settings: WatchSettings,
  ) {}

  get count(): number {
    return this.#open.size;
  }

  start(request: WatchRequest, response: ServerResponse): void {
    checkOptions(request.query);
    const watch = new Watch(request, response, this.store, this.settings);
    this.#open.add(watch);
    const seconds = Number(request.query.get('timeoutSeconds') ?? 0);
    const timeout =
      seconds > 0 ? Math.min(seconds * 1000, longestTimer) : this.settings.timeoutMilliseconds;
    const cancelTimeout = this.clock.after(timeout, () => watch.end());
    let cancelBookmark: () => void = () => undefined;
    const bookmarkLater = () => {
      cancelBookmark = this.clock.after(this.settings.bookmarkMilliseconds, () => {
        watch.bookmark();
        bookmarkLater();
      });
    };
    bookmarkLater();
    response.on('close', () => {
      cancelTimeout();
      cancelBookmark();
      watch.stop();
      this.#open.delete(watch);
    });
    watch.start();
  }

  bookmark(): void {
    for (const watch of this.#open) watch.bookmark();
  }

  end(): void {
    for (const watch of [...this.#open]) watch.end();
  }
}

class Watch {
  readonly #matches: Matches;
  readonly #bookmarks: boolean;
  readonly #version: number;
  #unsubscribe: () => void = () => undefined;
  #first = true;

  constructor(
    private readonly request: WatchRequest,
    private readonly response: ServerResponse,
    private readonly store: Store,
    private readonly settings: WatchSettings,
  ) {
    const version = request.query.get('resourceVersion') ?? '';
    if (!/^\d*$/.test(version))
      throw new StatusError(
        500,
        '',
        `resourceVersion: Invalid value: "${version}": invalid syntax`,
      );
    this.#version = Number(version);
    this.#matches = selector(request.kind, request.query);
    this.#bookmarks = isTrue(request.query.get('allowWatchBookmarks')) && !request.render;
  }

  start(): void {
    const streamed = isTrue(this.request.query.get('sendInitialEvents'));
    const wantsPresent = this.#version === 0 || streamed;
    const { resourceVersion } = this.store;
    const from = wantsPresent ? Math.max(this.#version, resourceVersion) : this.#version;
    const missed = this.store.since(from);
    const tooOld = expired(`too old resource version: ${from} (${resourceVersion})`);
    if (!missed && this.settings.expiredByStatus) throw tooOld;
    this.response.writeHead(200);
    this.response.flushHeaders();
    if (!missed) {
      this.#line('ERROR', JSON.stringify(tooOld.status));
      return this.end();
    }
    if (wantsPresent) this.#sendPresent();
    if (streamed) this.bookmark({ annotations: { 'k8s.io/initial-events-end': 'true' } });
    for (const change of missed) this.#see(change);
    this.#unsubscribe = this.store.subscribe((change) => {
      if (change.resourceVersion > from) this.#see(change);
    });
  }

  #sendPresent(): void {
    const { kind, namespace } = this.request;
    for (const one of this.store.list(kind, namespace))
      if (this.#matches(one.object)) this.#send('ADDED', one);
  }

  bookmark(more: Tree = {}): void {
    if (!this.#bookmarks) return;
    const { kind } = this.request;
    const metadata = { resourceVersion: String(this.store.resourceVersion), ...more };
    const object = { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata };
    this.#line('BOOKMARK', JSON.stringify(object));
  }

  end(): void {
    this.stop();
    this.response.end();
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** What a change means for this watcher: an object enters, changes within or leaves its selection. */
  #see({ kind, type, now, before, resourceVersion }: Change): void {
    if (kind !== this.request.kind) return;
    const { namespace } = this.request;
    if (namespace !== undefined && now.object.metadata.namespace !== namespace) return;
    const is = type !== 'DELETED' && this.#matches(now.object);
    const was = before !== undefined && this.#matches(before.object);
    if (is) this.#send(was ? 'MODIFIED' : 'ADDED', now);
    else if (was) this.#send('DELETED', type === 'DELETED' ? now : left(before, resourceVersion));
  }

  #send(type: string, { object, json }: Stored): void {
    const { render } = this.request;
    this.#line(type, render ? JSON.stringify(render(object, this.#first)) : json);
    this.#first = false;
  }

  #line(type: string, json: string): void {
    if (this.response.writableLength > this.settings.bufferBytes) {
      this.stop();
      this.response.destroy();
      return;
    }
    this.response.write(`{"type":"${type}","object":${json}}\n`);
  }
}

/** An object that left a selection is shown as it last was inside, under the new resourceVersion. */
function left({ object }: Stored, resourceVersion: number): Stored {
  const metadata = { ...object.metadata, resourceVersion: String(resourceVersion) };
  const shown = { ...object, metadata };
  return { object: shown, json: JSON.stringify(shown) };
}

export const isTrue = (text: string | null): boolean => text === '1' || text === 'true';

function checkOptions(query: URLSearchParams): void {
  const initial = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch');
  if (initial !== null && match !== 'NotOlderThan')
    throw invalidOption(
      'ListOptions',
      listFault('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    );
  if (initial === null && match)
    throw invalidOption(
      'ListOptions',
      listFault('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    );
}
