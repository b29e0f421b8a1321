import { ChangeTarget, changeTarget, type Kind } from '@slipway/capi';
import { managementUnavailable, outcomeUnknown, type Refusal } from '@slipway/contracts';
import {
  type KubeRest,
  listAll,
  mergePatch,
  remove,
  resourcePath,
  StatusError,
} from '@slipway/kube';
import { type ManagementCache } from '../management/index.js';
import { becauseOf, changed, refusalOf, sent, unread } from './refusals.js';

/** How often a write whose outcome nobody knows is looked at and sent again. */
const MOST_TRIES = 3;

export interface ManagementObjectsOptions {
  readonly cache: Pick<ManagementCache, 'rest'>;
  readonly namespace: string;
  /** Hears of each object that was written, before the writer is answered. */
  readonly onWritten: (written: Written) => void;
  /** Milliseconds for each call. */
  readonly timeout: number;
}

/** The object after a write; its version is empty once it is gone. */
export interface Written {
  readonly kind: Kind;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** One guarded change of one object. */
export interface Change {
  readonly kind: Kind;
  readonly target: ChangeTarget;
  readonly patch: Readonly<Record<string, unknown>>;
  /** Whether an object read later shows the change. */
  readonly shows: (target: ChangeTarget) => boolean;
  /** What a definite no means here; undefined leaves it to the general rule. */
  readonly refused?: ((status: StatusError) => Refusal | undefined) | undefined;
}

/**
 * Fresh reads and guarded writes of Cluster API objects. Every write names the version or the incarnation
 * that it was decided on, so the same one sent twice can take effect once only: that is how an unknown
 * outcome becomes a known one (F5).
 */
export class ManagementObjects {
  constructor(private readonly options: ManagementObjectsOptions) {}

  /** As the server has it now, never from a cache; undefined when there is none. */
  async read(kind: Kind, name: string, signal?: AbortSignal): Promise<ChangeTarget | undefined> {
    const raw = await this.#read(kind, name, signal);
    return raw === undefined ? undefined : changeTarget(raw);
  }

  async #read(kind: Kind, name: string, signal?: AbortSignal): Promise<unknown> {
    const path = this.#path(kind, name);
    try {
      const { timeout } = this.options;
      return await this.rest.get(path, { signal, timeout });
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return undefined;
      throw unread(error, `reading ${kind.kind} "${name}"`, signal);
    }
  }

  /** Those that carry the cluster's label. */
  async labelled(kind: Kind, cluster: string): Promise<ChangeTarget[]> {
    const { namespace, timeout } = this.options;
    const query = { labelSelector: `cluster.x-k8s.io/cluster-name=${cluster}` };
    const listing = { rest: this.rest, path: resourcePath(kind, { namespace }), query, timeout };
    try {
      return await listAll(listing, changeTarget);
    } catch (error) {
      throw unread(error, `listing each ${kind.kind} of "${cluster}"`);
    }
  }

  /** The object after the change. Throws a refusal; only `outcomeUnknown` may have had an effect. */
  async patch(change: Change): Promise<ChangeTarget> {
    return changeTarget(await this.patchRaw(change));
  }

  /** As `patch`, with the whole object as the server has it. */
  async patchRaw(change: Change): Promise<unknown> {
    const raw = await this.#patched(change);
    this.wrote(change.kind, changeTarget(raw));
    return raw;
  }

  async #patched(change: Change): Promise<unknown> {
    const { kind, target, patch, shows } = change;
    const { name, resourceVersion } = target.metadata;
    const what = `the change of ${kind.kind} "${name}"`;
    for (let tries = 1; ; tries++) {
      const path = this.#path(kind, name);
      const { timeout } = this.options;
      const send = () => mergePatch(this.rest, { path, patch, resourceVersion, timeout });
      const outcome = await sent(what, send, tries);
      if (outcome.outcome === 'accepted') return outcome.object;
      const conflict = outcome.outcome === 'rejected' && outcome.status.code === 409;
      // A conflict after an unknown outcome may be with our own first try.
      if (outcome.outcome === 'rejected' && !(conflict && tries > 1)) {
        throw change.refused?.(outcome.status) ?? refusalOf(outcome.status, kind, name);
      }
      const raw = await this.#again(what, kind, name);
      const now = raw === undefined ? undefined : changeTarget(raw);
      const same = now?.metadata.uid === target.metadata.uid;
      if (now && same && shows(now)) return raw;
      // Another version by now: what was sent can't take effect any more.
      if (now?.metadata.resourceVersion !== resourceVersion) throw changed(kind, name);
      if (tries === MOST_TRIES) throw outcomeUnknown({ what, because: becauseOf(outcome) });
    }
  }

  /** Asks for the deletion of this incarnation; one that is gone or going is done. */
  async remove(kind: Kind, target: ChangeTarget): Promise<void> {
    const { name, uid } = target.metadata;
    const what = `the deletion of ${kind.kind} "${name}"`;
    for (let tries = 1; ; tries++) {
      const path = this.#path(kind, name);
      const { timeout } = this.options;
      const send = () => remove(this.rest, { path, preconditions: { uid }, timeout });
      const outcome = await sent(what, send, tries);
      if (outcome.outcome === 'accepted') return this.#removed(kind, target, outcome.object);
      if (outcome.outcome === 'rejected') {
        if (outcome.status.code === 404) return;
        throw refusalOf(outcome.status, kind, name);
      }
      const raw = await this.#again(what, kind, name);
      const now = raw === undefined ? undefined : changeTarget(raw);
      if (now?.metadata.uid !== uid || now.metadata.deletionTimestamp !== undefined) {
        return this.#removed(kind, target, raw);
      }
      if (tries === MOST_TRIES) throw outcomeUnknown({ what, because: becauseOf(outcome) });
    }
  }

  /** To be called with each object that the server has accepted. */
  wrote(kind: Kind, target: ChangeTarget): ChangeTarget {
    const { name, uid, resourceVersion } = target.metadata;
    this.options.onWritten({ kind, name, uid, resourceVersion });
    return target;
  }

  /** The server answers with the object while finalizers keep it, else with a Status. */
  #removed(kind: Kind, { metadata }: ChangeTarget, answer: unknown): void {
    const { name, uid } = metadata;
    const kept = ChangeTarget.safeParse(answer).data?.metadata;
    const stays = kept?.uid === uid && kept.deletionTimestamp !== undefined;
    this.options.onWritten({ kind, name, uid, resourceVersion: stays ? kept.resourceVersion : '' });
  }

  /** Throws `managementUnavailable` until the credentials could be read. */
  get rest(): KubeRest {
    const { rest } = this.options.cache;
    if (!rest) throw managementUnavailable({ because: 'it is not reached yet' });
    return rest;
  }

  #path(kind: Kind, name: string): string {
    return resourcePath(kind, { namespace: this.options.namespace, name });
  }

  /** Reads after an unknown outcome: what can't be read stays unknown. */
  async #again(what: string, kind: Kind, name: string): Promise<unknown> {
    try {
      return await this.#read(kind, name);
    } catch (error) {
      throw outcomeUnknown({ what, because: `${kind.kind} "${name}" can't be read again` }, error);
    }
  }
}
