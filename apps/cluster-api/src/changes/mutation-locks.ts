import { randomUUID } from 'node:crypto';
import {
  type ChangeTarget,
  isHeldBy,
  kinds,
  releasing,
  reservedBy,
  reserving,
} from '@slipway/capi';
import {
  type CallContext,
  changedMeanwhile,
  clusterNotFound,
  type MutationLock,
  outcomeUnknown,
  Refusal,
} from '@slipway/contracts';
import { type Clock, type Logger } from '@slipway/service';

import { type ManagementObjects } from './management-objects.js';
import { isConflict } from './refusals.js';

/** How often a lock is tried while only the status of the cluster moves under it. */
const MOST_TRIES = 3;
/** Letting go has nothing to fear from a cluster that moves, so it is more patient. */
const MOST_RELEASES = 10;

export interface MutationLocksOptions {
  readonly objects: ManagementObjects;
  /** This process, as others read it in the lock. */
  readonly owner: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LockedChange {
  /** The cluster's name. */
  readonly cluster: string;
  /** What is being done, as others read it in the lock. */
  readonly operation: string;
  readonly call: CallContext;
  /** A refusal that the cluster itself gives, before anything is written. */
  readonly unless?: (cluster: ChangeTarget) => Refusal | undefined;
}

/**
 * One change at a time per cluster, across replicas and crashes: the reservation is an annotation of the
 * Cluster. It is let go after success and after every definite failure, and kept when the outcome of the
 * work isn't known (F4, F5). Source: VMK Engine.
 */
export class MutationLocks {
  constructor(private readonly options: MutationLocksOptions) {}

  /**
   * Reserves the cluster, works, lets go. The work gets the cluster as reserved and gives it back as it
   * left it, or undefined when it is gone. A caller that leaves stops only what hasn't begun: from the reservation on all is finished.
   */
  async hold(
    change: LockedChange,
    work: (cluster: ChangeTarget) => Promise<ChangeTarget | undefined>,
  ): Promise<void> {
    const { clock, owner } = this.options;
    const lock: MutationLock = {
      id: change.call.operationId ?? randomUUID(),
      operation: change.operation,
      owner,
      acquired_at: clock.now().toISOString(),
    };
    const cluster = await this.#take(change, lock);
    let left: ChangeTarget | undefined;
    try {
      left = await work(cluster);
    } catch (error) {
      if (isUnknown(error)) this.#keep(lock, cluster, error);
      else await this.#release(lock, cluster);
      throw error;
    }
    if (left) await this.#release(lock, left);
  }

  async #take(
    { cluster: name, call, unless }: LockedChange,
    lock: MutationLock,
  ): Promise<ChangeTarget> {
    const { objects } = this.options;
    let generation: number | undefined;
    for (let tries = 1; ; tries++) {
      const cluster = await objects.read(kinds.cluster, name, call.signal);
      if (!cluster) throw clusterNotFound({ cluster: name });
      const refusal = reservedBy(cluster) ?? unless?.(cluster);
      if (refusal) throw refusal;
      // Decided on a spec that is no more.
      const moved = generation !== undefined && generation !== cluster.metadata.generation;
      if (moved) throw changedMeanwhile({ target: `cluster "${name}"` });
      generation = cluster.metadata.generation;
      call.signal.throwIfAborted();
      try {
        return await objects.patch({
          kind: kinds.cluster,
          target: cluster,
          patch: reserving(lock),
          shows: (now) => isHeldBy(now, lock),
        });
      } catch (error) {
        if (isUnknown(error)) this.#keep(lock, cluster, error);
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Without the caller's signal: the reservation must not outlive the work because a client left. */
  async #release(lock: MutationLock, cluster: ChangeTarget): Promise<void> {
    const { objects, logger } = this.options;
    const { name, uid } = cluster.metadata;
    try {
      let current: ChangeTarget | undefined = cluster;
      for (let tries = 1; current?.metadata.uid === uid && isHeldBy(current, lock); tries++) {
        current = await objects
          .patch({
            kind: kinds.cluster,
            target: current,
            patch: releasing,
            shows: (now) => !isHeldBy(now, lock),
          })
          .catch((error: unknown) => {
            if (!isConflict(error) || tries === MOST_RELEASES) throw error;
            return objects.read(kinds.cluster, name);
          });
      }
    } catch (error) {
      logger.error({ cluster: name, lock, error }, 'a mutation lock could not be removed');
    }
  }

  #keep(lock: MutationLock, cluster: ChangeTarget, error: unknown): void {
    const { name } = cluster.metadata;
    this.options.logger.error({ cluster: name, lock, error }, 'a mutation lock is kept');
  }
}

const isUnknown = (error: unknown) =>
  !(error instanceof Refusal) || error.kind.code === outcomeUnknown.code;
