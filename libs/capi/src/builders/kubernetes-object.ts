// Types, not interfaces: only those may stand where any object of JSON is asked for.
export type ObjectMetadata = {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  finalizers?: string[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
};

export type OwnerReference = {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
};

/** An object in Kubernetes' own words; specs and statuses are typed where a builder needs it. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: ObjectMetadata;
  spec?: object;
  status?: object;
};

/**
 * The object as one would apply it: without what an API server sets itself. A status stays; for kinds
 * with a status subresource it has to be sent there.
 */
export function manifestOf<T extends KubernetesObject>(object: T): T {
  const metadata = { ...object.metadata };
  delete metadata.uid;
  delete metadata.resourceVersion;
  delete metadata.generation;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  return { ...object, metadata };
}
