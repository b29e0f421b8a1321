import { apiVersionOf, cluster, type Kind } from '../../kinds.js';

/** What an object is in the new cluster; each role stands for one object. */
export type Role =
  | 'cluster'
  | 'infrastructure'
  | 'control-plane-machines'
  | 'worker-machines'
  | 'worker-bootstrap'
  | 'control-plane'
  | 'workers';

interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: true;
}

/** An object as it is sent. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly OwnerReference[];
  };
  readonly spec: object;
}

export interface PlannedObject {
  readonly role: Role;
  /** Group, version and plural make the path of the collection that it is created in. */
  readonly resource: Kind;
  readonly object: Manifest;
}

export const clusterNameLabel = 'cluster.x-k8s.io/cluster-name';

/** The Cluster that the other objects belong to. */
export interface Owner {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

/**
 * An object of the Cluster. No `blockOwnerDeletion`: setting it needs rights on finalizers where
 * Kubernetes checks that. `controller` is for Vates providers that look for nothing else.
 */
export function ownedObject(of: {
  readonly role: Role;
  readonly kind: Kind;
  readonly name: string;
  readonly owner: Owner;
  readonly controller?: true;
  readonly spec: object;
}): PlannedObject {
  const { role, kind, owner, controller, spec } = of;
  const reference = {
    apiVersion: apiVersionOf(cluster),
    kind: cluster.kind,
    name: owner.name,
    uid: owner.uid,
    ...(controller ? { controller } : {}),
  };
  const metadata = {
    name: of.name,
    namespace: owner.namespace,
    labels: { [clusterNameLabel]: owner.name },
    ownerReferences: [reference],
  };
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, spec };
  return { role, resource: kind, object };
}
