import {
  create,
  type KubeRest,
  mergePatch,
  type Outcome,
  type Resource,
  resourcePath,
} from '@slipway/kube';
import { type Clock, type Logger } from '@slipway/service';
import { type KubeObject } from '../../api/index.js';
import { isDeleting } from '../objects/index.js';
import { type Ruling } from '../rules/index.js';
import { type Collection } from './collection.js';
import { difference } from './difference.js';

/** What was written and has not been seen back yet. */
type Awaited = (collections: Readonly<Record<string, Collection>>) => boolean;

export interface WriterOptions {
  readonly rest: KubeRest;
  readonly namespace: string;
  /** By kind. */
  readonly resources: Readonly<Record<string, Resource>>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const parallelWrites = 8;

/** Carries verdicts out, and knows what of it the watches still owe. */
export class Writer {
  #awaited: Awaited[] = [];
  #trouble = false;
  #told = '';

  constructor(private readonly options: WriterOptions) {}

  /** All that was written has come back: what is seen is the present. */
  isSeenIn(collections: Readonly<Record<string, Collection>>): boolean {
    this.#awaited = this.#awaited.filter((seen) => !seen(collections));
    return this.#awaited.length === 0;
  }

  /** What never comes back, such as an object that somebody deleted at once, isn't waited for without end. */
  forget(): void {
    this.#awaited = [];
  }

  /** Writes what differs; true when some of it has to be tried again. */
  async write(rulings: readonly Ruling[], signal: AbortSignal): Promise<boolean> {
    this.#trouble = false;
    const queue = [...rulings];
    const work = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift())
        await this.#one(next, signal);
    };
    await Promise.all(Array.from({ length: parallelWrites }, work));
    return this.#trouble;
  }

  /** Without a grace the object ends now, as a kubelet ends a Pod. */
  async delete(
    object: KubeObject,
    signal: AbortSignal,
    { gracePeriodSeconds }: { readonly gracePeriodSeconds?: number } = {},
  ): Promise<void> {
    const { uid, name } = object.metadata;
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
      gracePeriodSeconds,
    };
    const path = this.#path(object.kind, name);
    const outcome = await this.#try(() =>
      this.options.rest.write({ method: 'DELETE', path, body, signal }),
    );
    if (!this.#accepted(outcome, `delete ${object.kind} "${name}"`)) return;
    const answer = outcome.object as KubeObject;
    const held = answer.metadata?.finalizers?.length || answer.metadata?.deletionGracePeriodSeconds;
    // Held by a finalizer or a grace it comes back changed, else it goes.
    if (answer.kind === object.kind && held) this.#await(answer);
    else this.#awaitGone(object);
  }

  async #one(ruling: Ruling, signal: AbortSignal): Promise<void> {
    const { before, after, create: births = [], remove: deaths = [], end = [] } = ruling;
    if (before && after) await this.#update(before, after, signal);
    for (const object of births) {
      // What comes after stands on what came before: a Machine on its XOMachine.
      if (!(await this.#create(object, signal))) break;
    }
    for (const object of deaths) await this.delete(object, signal);
    for (const object of end) await this.delete(object, signal, { gracePeriodSeconds: 0 });
  }

  async #update(before: KubeObject, after: KubeObject, signal: AbortSignal): Promise<void> {
    const { main, status } = difference(before, after);
    const released =
      isDeleting(before) &&
      (after.metadata.finalizers?.length ?? 0) < (before.metadata.finalizers?.length ?? 0);
    const parts = [
      { patch: main, subresource: undefined },
      { patch: status, subresource: 'status' },
    ];
    // With its last finalizer the object goes: its last words come first.
    if (released) parts.reverse();
    let resourceVersion = before.metadata.resourceVersion;
    for (const { patch, subresource } of parts) {
      if (!patch) continue;
      const outcome = await this.#try(() =>
        mergePatch(this.options.rest, {
          path: this.#path(before.kind, before.metadata.name, subresource),
          patch,
          resourceVersion,
          signal,
        }),
      );
      if (!this.#accepted(outcome, `change ${before.kind} "${before.metadata.name}"`)) return;
      const written = { ...(outcome.object as KubeObject), kind: before.kind };
      resourceVersion = written.metadata.resourceVersion;
      if (released && !subresource && !written.metadata.finalizers?.length) this.#awaitGone(before);
      else this.#await(written);
    }
  }

  async #create(object: KubeObject, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#try(() =>
      create(this.options.rest, { path: this.#path(object.kind), object, signal }),
    );
    if (!this.#accepted(outcome, `create ${object.kind} "${object.metadata.name}"`)) return false;
    this.#await({ ...(outcome.object as KubeObject), kind: object.kind });
    return true;
  }

  async #try(write: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
    try {
      return await write();
    } catch (error) {
      return { outcome: 'unknown', because: String(error) };
    }
  }

  #accepted(
    outcome: Outcome<unknown>,
    what: string,
  ): outcome is Extract<Outcome<unknown>, { outcome: 'accepted' }> {
    if (outcome.outcome === 'accepted') return true;
    this.#trouble = true;
    const code = outcome.outcome === 'rejected' ? outcome.status.code : undefined;
    // Somebody was faster: the watch is about to say so.
    if (code === 404 || code === 409) return false;
    const because = outcome.outcome === 'rejected' ? outcome.status.message : outcome.because;
    const told = `${what}: ${because}`;
    if (told !== this.#told) this.options.logger.warn({ because }, `can't ${what}`);
    this.#told = told;
    return false;
  }

  #await({ kind, metadata }: KubeObject): void {
    const version = BigInt(metadata.resourceVersion ?? '0');
    this.#awaited.push((collections) => collections[kind]?.hasSeen(version) ?? true);
  }

  #awaitGone({ kind, metadata }: KubeObject): void {
    this.#awaited.push((collections) => !collections[kind]?.has(metadata.uid ?? ''));
  }

  #path(kind: string, name?: string, subresource?: string): string {
    const resource = this.options.resources[kind];
    if (!resource) throw new Error(`no controller writes objects of kind ${kind}`);
    return resourcePath(resource, { namespace: this.options.namespace, name, subresource });
  }
}
