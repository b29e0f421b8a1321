import { type ChangeTarget, changeTarget, type PlannedObject } from '@slipway/capi';
import { managementUnavailable, outcomeUnknown, type Refusal } from '@slipway/contracts';
import { create, resourcePath, type StatusError } from '@slipway/kube';
import { becauseOf, type ManagementObjects, sent } from '../changes/index.js';

/** How often a creation whose outcome nobody knows is sent again. */
const MOST_TRIES = 3;

export interface PlannedObjectsOptions {
  readonly objects: ManagementObjects;
  readonly namespace: string;
  /** Milliseconds for each call. */
  readonly timeout: number;
}

/** Creates planned objects, strictly validated. */
export class PlannedObjects {
  constructor(private readonly options: PlannedObjectsOptions) {}

  /** Whether the server would take the object; stores nothing. Throws a refusal. */
  async tryCreate(
    { resource, object }: PlannedObject,
    { refused, signal }: { refused: (status: StatusError) => Refusal; signal: AbortSignal },
  ): Promise<void> {
    const { objects, namespace, timeout } = this.options;
    const path = resourcePath(resource, { namespace });
    const what = `the dry run of ${object.kind} "${object.metadata.name}"`;
    const outcome = await sent(what, () =>
      create(objects.rest, { path, object, dryRun: true, signal, timeout }),
    );
    signal.throwIfAborted();
    if (outcome.outcome === 'rejected') throw refused(outcome.status);
    if (outcome.outcome === 'unknown') throw managementUnavailable({ because: outcome.because });
  }

  /**
   * Creates an object; undefined when it was there after a try of unknown outcome and is ours. Throws a
   * refusal; only `outcomeUnknown` may have had an effect.
   */
  async create(
    { resource, object }: PlannedObject,
    {
      refused,
      isOurs,
    }: { refused: (status: StatusError) => Refusal; isOurs: () => Promise<boolean> },
  ): Promise<ChangeTarget | undefined> {
    const { objects, namespace, timeout } = this.options;
    const path = resourcePath(resource, { namespace });
    const what = `the creation of ${object.kind} "${object.metadata.name}"`;
    for (let tries = 1; ; tries++) {
      const send = () => create(objects.rest, { path, object, timeout });
      const outcome = await sent(what, send, tries);
      if (outcome.outcome === 'accepted') {
        return objects.wrote(resource, changeTarget(outcome.object));
      }
      if (outcome.outcome === 'rejected') {
        const exists = outcome.status.code === 409 && tries > 1;
        if (exists && (await known(what, isOurs))) return undefined;
        throw refused(outcome.status);
      }
      // A name can be taken once only, so the same object sent again makes no second one.
      if (tries === MOST_TRIES) throw outcomeUnknown({ what, because: becauseOf(outcome) });
    }
  }
}

async function known(what: string, isOurs: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isOurs();
  } catch (error) {
    throw outcomeUnknown({ what, because: "whose object it is can't be read" }, error);
  }
}
