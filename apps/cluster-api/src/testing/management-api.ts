import { type Kind } from '@slipway/capi';
import { Refusal } from '@slipway/contracts';
import {
  type KubeRest,
  type Outcome,
  statusFromAnswer,
  type Unknown,
  UnreachableError,
} from '@slipway/kube';

type Json = Record<string, unknown>;

/** An object as a test gives it; version and uid are the server's to make. */
export interface GivenObject {
  readonly metadata: { readonly name: string } & Json;
  readonly spec?: object | undefined;
}
export interface StoredObject extends GivenObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly deletionTimestamp?: string;
    readonly annotations?: Record<string, string>;
    readonly labels?: Record<string, string>;
    readonly ownerReferences?: readonly Json[];
  } & Json;
}

export interface Call {
  readonly verb: 'get' | 'list' | 'create' | 'patch' | 'delete';
  readonly path: string;
  readonly dryRun: boolean;
  readonly body: Json | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What happens to a call instead of being answered as usual. */
export type Fault =
  /** The connection can't be made. */
  | 'unsent'
  /** It is lost on its way. */
  | 'request lost'
  /** It is done, and nobody hears of it. */
  | 'reply lost'
  | { readonly code: number; readonly message: string };

export type Strike = Fault | undefined | (() => Fault | undefined | void);
export type Script = (call: Call) => Fault | undefined | void | Promise<Fault | undefined | void>;

const creationTimestamp = '2026-10-14T08:00:00Z';

/**
 * An API server in memory, as far as changes see one: optimistic versions, merge patches, uid
 * preconditions, deletions that finalizers hold. A script strikes single calls.
 */
export class ManagementApi {
  /** All so far, dry runs included. */
  readonly calls: Call[] = [];
  readonly #objects = new Map<string, StoredObject>();
  #version = 100;
  #script: Script = () => undefined;

  /** For the calls to come. */
  play(script: Script): void {
    this.#script = script;
  }

  /** Strikes the writes to come, in order, dry runs included; a function acts before its write. */
  strike(...faults: readonly Strike[]): void {
    let write = 0;
    this.play(({ verb }) => {
      if (verb === 'get' || verb === 'list') return undefined;
      const fault = faults[write++];
      return typeof fault === 'function' ? fault() : fault;
    });
  }

  /** Calls that may have changed something. */
  get writes(): readonly Call[] {
    return this.calls.filter(({ verb, dryRun }) => verb !== 'get' && verb !== 'list' && !dryRun);
  }

  put(kind: Kind, object: GivenObject): StoredObject {
    return this.#store(`${pathOf(kind)}/${object.metadata.name}`, {
      ...object,
      metadata: {
        creationTimestamp,
        uid: `uid-${kind.plural}-${object.metadata.name}-${this.#version}`,
        generation: 1,
        ...object.metadata,
      },
    });
  }

  get(kind: Kind, name: string): StoredObject | undefined {
    return this.#objects.get(`${pathOf(kind)}/${name}`);
  }

  /** Someone else's change. */
  change(kind: Kind, name: string, patch: Json): void {
    const path = `${pathOf(kind)}/${name}`;
    this.#store(path, this.#patched(this.#objects.get(path)!, patch));
  }

  take(kind: Kind, name: string): void {
    this.#objects.delete(`${pathOf(kind)}/${name}`);
  }

  /** A call that was lost comes in after all. */
  arrive(call: Call): void {
    this.#done(call);
  }

  readonly rest = {
    get: (path: string, options: { signal?: AbortSignal } = {}) =>
      this.#read({ verb: 'get', path, dryRun: false, body: undefined, signal: options.signal }),
    read: async (path: string, options: { signal?: AbortSignal } = {}) => {
      const call = { verb: 'list', path, dryRun: false, body: undefined } as const;
      return Buffer.from(JSON.stringify(await this.#read({ ...call, signal: options.signal })));
    },
    write: (write: {
      method: string;
      path: string;
      body: Json;
      query?: Json;
      signal?: AbortSignal;
    }) =>
      this.#call({
        verb: ({ POST: 'create', PATCH: 'patch' } as const)[write.method] ?? 'delete',
        path: write.path,
        body: write.body,
        dryRun: write.query?.['dryRun'] === 'All',
        signal: write.signal,
      }),
  } as unknown as KubeRest;

  async #read(call: Call): Promise<unknown> {
    const outcome = await this.#call(call);
    if (outcome.outcome === 'accepted') return outcome.object;
    if (outcome.status) throw outcome.status;
    throw new UnreachableError((outcome as Unknown).because, { sent: true });
  }

  async #call(call: Call): Promise<Outcome<unknown>> {
    call.signal?.throwIfAborted();
    this.calls.push(call);
    const fault = await this.#script(call);
    call.signal?.throwIfAborted();
    if (fault === 'unsent') throw new UnreachableError('connection refused', { sent: false });
    if (fault === 'request lost') return lost;
    if (typeof fault === 'object') return answered(fault.code, fault.message);
    const outcome = this.#done(call);
    return fault === 'reply lost' ? lost : outcome;
  }

  #done({ verb, path, body, dryRun }: Call): Outcome<unknown> {
    const found = this.#objects.get(path);
    if (verb === 'list') {
      const items = [...this.#objects].filter(([each]) => each.startsWith(`${path}/`));
      return accepted({ metadata: { resourceVersion: '1' }, items: items.map(([, each]) => each) });
    }
    if (verb === 'create') {
      const object = body as unknown as GivenObject;
      const place = `${path}/${object.metadata.name}`;
      if (this.#objects.has(place)) return answered(409, 'already exists', 'AlreadyExists');
      if (dryRun) return accepted(object);
      const uid = `uid-${object.metadata.name}-${this.#version}`;
      const metadata = { creationTimestamp, generation: 1, ...object.metadata, uid };
      return accepted(this.#store(place, { ...object, metadata }));
    }
    if (!found) return answered(404, `${path} not found`);
    if (verb === 'get') return accepted(found);
    if (verb === 'delete') return this.#deleted(path, found, body);
    const { resourceVersion } = (body?.['metadata'] ?? {}) as { resourceVersion?: string };
    if (resourceVersion !== undefined && resourceVersion !== found.metadata.resourceVersion) {
      return answered(409, 'the object has been modified', 'Conflict');
    }
    const { resourceVersion: _, ...metadata } = (body?.['metadata'] ?? {}) as Json;
    return accepted(this.#store(path, this.#patched(found, { ...body, metadata })));
  }

  #deleted(path: string, found: StoredObject, body: Json | undefined): Outcome<unknown> {
    const { uid } = (body?.['preconditions'] ?? {}) as { uid?: string };
    if (uid !== undefined && uid !== found.metadata.uid) return answered(409, 'another uid');
    if (found.metadata['finalizers'] === undefined) {
      this.#objects.delete(path);
      return accepted({ kind: 'Status', status: 'Success' });
    }
    if (found.metadata.deletionTimestamp) return accepted(found);
    const metadata = { deletionTimestamp: '2026-10-22T10:00:00Z' };
    return accepted(this.#store(path, this.#patched(found, { metadata, spec: {} })));
  }

  #patched(object: StoredObject, patch: Json): StoredObject {
    const next = merged(object as unknown as Json, patch) as unknown as StoredObject;
    const moved = JSON.stringify([next.spec]) !== JSON.stringify([object.spec]);
    const going = next.metadata.deletionTimestamp !== object.metadata.deletionTimestamp;
    const generation = object.metadata.generation + (moved || going ? 1 : 0);
    return { ...next, metadata: { ...next.metadata, generation } };
  }

  #store(path: string, object: Omit<StoredObject, 'metadata'> & { metadata: Json }): StoredObject {
    const resourceVersion = String(++this.#version);
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion } };
    this.#objects.set(path, stored as unknown as StoredObject);
    return stored as unknown as StoredObject;
  }
}

export const namespace = 'capi-system';

function pathOf({ group, version, plural }: Kind): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
}

const lost: Outcome<unknown> = { outcome: 'unknown', because: 'connection lost' };
const accepted = (object: unknown): Outcome<unknown> => ({ outcome: 'accepted', object });

function answered(code: number, message: string, reason = ''): Outcome<unknown> {
  const text = JSON.stringify({ kind: 'Status', reason, message });
  const status = statusFromAnswer({ code, text });
  const definite = code < 500 && code !== 429 && code !== 408;
  return definite
    ? { outcome: 'rejected', status }
    : { outcome: 'unknown', because: message, status };
}

/** RFC 7386. */
function merged(object: Json, patch: Json): Json {
  const result = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value))
      result[key] = merged((result[key] ?? {}) as Json, value as Json);
    else result[key] = value;
  }
  return result;
}

/** `done`, or the code of the refusal; anything else is thrown on. */
export function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.kind.code;
      throw error;
    },
  );
}
