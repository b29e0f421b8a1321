import {
  activationPatch,
  type Catalogue,
  type ChangeTarget,
  checkAgainstDefaults,
  checkVersion,
  creationParams,
  type CreationParams,
  creationWarnings,
  dryRunUid,
  kinds,
  planCreation,
  type PlannedObject,
  projectCluster,
  type ResourceIds,
} from '@slipway/capi';
import {
  type CallContext,
  changedMeanwhile,
  type Cluster,
  type ClusterCreateParams,
  outcomeUnknown,
  Refusal,
  validationFailed,
} from '@slipway/contracts';
import { type Logger } from '@slipway/service';
import { isConflict, type ManagementObjects } from '../changes/index.js';
import { type ForCreatingClusters, type ForGettingClusterCreationDefaults } from '../ports.js';
import { creationRefusal } from './creation-refusal.js';
import { type PlannedObjects } from './planned-objects.js';

/** The request that created a Cluster: after a lost answer it tells our own from another's. */
const requestAnnotation = 'vmk.vates.tech/created-by-request';
/** The provider labels the Cluster while it is made, which conflicts with the activation. */
const MOST_ACTIVATIONS = 5;

export interface ClusterCreationOptions {
  readonly objects: ManagementObjects;
  readonly planned: PlannedObjects;
  readonly defaults: ForGettingClusterCreationDefaults;
  readonly catalogue: Pick<Catalogue, 'has'>;
  readonly ids: ResourceIds;
  readonly namespace: string;
  readonly logger: Logger;
}

/**
 * Creates a cluster as seven objects, paused until the last of them is there. Nothing is written before
 * all seven have passed a dry run; a creation that fails later leaves a paused Cluster, whose deletion
 * removes all of it. Source: VMK Engine.
 */
export class ClusterCreation implements ForCreatingClusters {
  constructor(private readonly options: ClusterCreationOptions) {}

  async create(request: ClusterCreateParams, call: CallContext): Promise<Cluster> {
    const { defaults: configured, catalogue, namespace, logger } = this.options;
    const params = creationParams(request);
    refuse(checkVersion(params, catalogue));
    const defaults = await configured.read(call.signal);
    refuse(checkAgainstDefaults(params, defaults));
    const plan = (clusterUid: string) => planCreation({ params, defaults, namespace, clusterUid });
    await this.#tried(plan(dryRunUid), params, call);
    for (const { code, text } of creationWarnings({ params, defaults })) {
      logger.warn({ cluster: params.name, code }, text);
    }
    call.signal.throwIfAborted();
    const [planned] = plan(dryRunUid) as [PlannedObject];
    const cluster = await this.#createdCluster(marked(planned, call.requestId), params, call);
    try {
      await this.#completed(plan(cluster.metadata.uid).slice(1), params);
    } catch (error) {
      throw leftPaused(error, params.name);
    }
    return this.#activated(cluster);
  }

  /** Side by side; of several refusals the first object's is told. */
  async #tried(
    planned: readonly PlannedObject[],
    params: CreationParams,
    { signal }: CallContext,
  ): Promise<void> {
    const results = await Promise.allSettled(
      planned.map((each) =>
        this.options.planned.tryCreate(each, {
          refused: (status) => creationRefusal(each, status, params),
          signal,
        }),
      ),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #createdCluster(
    planned: PlannedObject,
    params: CreationParams,
    { requestId }: CallContext,
  ): Promise<ChangeTarget> {
    const { objects } = this.options;
    const read = () => objects.read(kinds.cluster, params.name);
    const isOurs = async () =>
      (await read())?.metadata.annotations?.[requestAnnotation] === requestId;
    const refused = (status: Parameters<typeof creationRefusal>[1]) =>
      creationRefusal(planned, status, params);
    const created =
      (await this.options.planned.create(planned, { refused, isOurs })) ?? (await read());
    if (!created) throw changedMeanwhile({ target: `Cluster "${params.name}"` });
    return created;
  }

  async #completed(others: readonly PlannedObject[], params: CreationParams): Promise<void> {
    for (const each of others) {
      await this.options.planned.create(each, {
        refused: (status) => creationRefusal(each, status, params),
        // The name was free in the dry run, and the Cluster that it belongs to is ours.
        isOurs: async () => true,
      });
    }
  }

  /** From here on Cluster API works. Another one of the name, or one that is going, is left alone. */
  async #activated({ metadata: { name, uid } }: ChangeTarget): Promise<Cluster> {
    const { objects, ids } = this.options;
    for (let tries = 1; ; tries++) {
      const now = await objects.read(kinds.cluster, name);
      const ours = now?.metadata.uid === uid && now.metadata.deletionTimestamp === undefined;
      if (!now || !ours || !now.spec?.paused)
        throw changedMeanwhile({ target: `cluster "${name}"` });
      const { metadata: _version, ...patch } = activationPatch(now.metadata.resourceVersion);
      try {
        const active = await objects.patchRaw({
          kind: kinds.cluster,
          target: now,
          patch,
          shows: ({ spec }) => !spec?.paused,
        });
        return projectCluster(ids)(active)!.view;
      } catch (error) {
        if (!isConflict(error) || tries === MOST_ACTIVATIONS) throw told(error, name);
      }
    }
  }
}

/** An operator who reads this must know what stands there now. */
function told(error: unknown, cluster: string): unknown {
  if (!(error instanceof Refusal) || error.kind.code !== outcomeUnknown.code) {
    return leftPaused(error, cluster);
  }
  const what = `the activation of cluster "${cluster}", which is created,`;
  return outcomeUnknown({ what, because: 'the API server did not confirm it' }, error);
}

function leftPaused(error: unknown, cluster: string): unknown {
  if (!(error instanceof Refusal)) return error;
  const left = `the creation has begun and is left paused: delete cluster "${cluster}" before another try`;
  return new Refusal(error.kind, `${error.message}; ${left}`, { ...error.more, cause: error });
}

function marked(planned: PlannedObject, requestId: string): PlannedObject {
  const { object } = planned;
  const annotations = { ...object.metadata.annotations, [requestAnnotation]: requestId };
  return { ...planned, object: { ...object, metadata: { ...object.metadata, annotations } } };
}

function refuse(faults: Parameters<typeof validationFailed>[0]): void {
  if (faults.length > 0) throw validationFailed(faults);
}
