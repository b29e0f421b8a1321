import {
  type KubeRest,
  ProjectedStore,
  Reflector,
  type Resource,
  resourcePath,
} from '@slipway/kube';
import { type Clock, type Logger } from '@slipway/service';
import { type KubeObject } from '../../api/index.js';
import { labelOf, labels, textAt } from '../objects/index.js';
import { apiVersionOf } from './resources.js';

export interface CollectionOptions {
  readonly rest: KubeRest;
  readonly kind: string;
  readonly resource: Resource;
  /** Absent for kinds without one, and for all of them. */
  readonly namespace?: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: (object: KubeObject) => void;
  readonly onSynced: () => void;
}

/** Many watches are open, on a server that is near: each may last. */
const watchSeconds = [240, 300] as const;

/** All objects of one kind in one namespace, kept in step by list and watch. */
export class Collection {
  readonly #store: ProjectedStore<KubeObject>;
  readonly #reflector: Reflector<KubeObject>;
  #newest = 0n;

  constructor(options: CollectionOptions) {
    const { rest, kind, resource, namespace, clock, logger, onChange, onSynced } = options;
    const apiVersion = apiVersionOf(resource);
    this.#store = new ProjectedStore({
      keyOf,
      idOf: ({ metadata }) => metadata.uid ?? '',
      groupOf: clusterOf,
    });
    this.#reflector = new Reflector({
      rest,
      path: resourcePath(resource, { namespace }),
      clock,
      logger,
      timing: { watchSeconds },
      store: this.#store,
      project: (raw) => this.#read({ ...(raw as KubeObject), kind, apiVersion }),
      identity: (object) => ({
        key: keyOf(object),
        uid: object.metadata.uid ?? '',
        resourceVersion: object.metadata.resourceVersion ?? '',
      }),
      handler: { onSeeded: onSynced, onUpserted: onChange, onDeleted: onChange },
    });
  }

  get synced(): boolean {
    return this.#reflector.stats.synced;
  }

  get all(): readonly KubeObject[] {
    return this.#store.values();
  }

  get(name: string): KubeObject | undefined {
    return this.#store.get(name);
  }

  /** Those of one cluster. */
  of(cluster: string): readonly KubeObject[] {
    return this.#store.inGroup(cluster);
  }

  has(uid: string): boolean {
    return this.#store.byId(uid) !== undefined;
  }

  /** Whether a change of this version has been seen. */
  hasSeen(resourceVersion: bigint): boolean {
    return this.#newest >= resourceVersion;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  #read(object: KubeObject): KubeObject {
    const metadata = { ...object.metadata };
    delete (metadata as { managedFields?: unknown }).managedFields;
    const version = BigInt(metadata.resourceVersion ?? '0');
    if (version > this.#newest) this.#newest = version;
    return { ...object, metadata };
  }
}

const keyOf = ({ metadata }: KubeObject): string => metadata.name;

/** The cluster that an object belongs to. */
export function clusterOf(object: KubeObject): string | undefined {
  if (object.kind === 'Cluster') return object.metadata.name;
  const owner = object.metadata.ownerReferences?.find(({ kind }) => kind === 'Cluster');
  return labelOf(object, labels.cluster) ?? textAt(object, 'spec', 'clusterName') ?? owner?.name;
}
