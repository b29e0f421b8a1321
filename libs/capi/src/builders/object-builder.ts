import { v5 } from 'uuid';
import { type KubernetesObject, type ObjectMetadata } from './kubernetes-object.js';

const uidNamespace = '2f1a1c0e-5d3b-4d2e-9a60-6f1f0c1f7d11';

/** The `uid` that builders give: the same for the same kind and name, so that objects can refer. */
export const uidOf = (kind: string, name: string): string => v5(`${kind}/${name}`, uidNamespace);

export const createdAt = '2026-10-14T08:00:00Z';
export const deletedAt = '2026-10-22T09:59:00Z';

/** An object as an API server serves it, with a metadata block that differs by kind and name alone. */
export function served<T extends Omit<KubernetesObject, 'metadata'>>(
  object: T,
  metadata: ObjectMetadata,
): T & { metadata: ObjectMetadata } {
  return {
    ...object,
    metadata: {
      uid: uidOf(object.kind, metadata.name),
      resourceVersion: '1000',
      generation: 1,
      creationTimestamp: createdAt,
      ...metadata,
    },
  };
}

type Change<T> = (draft: T) => void;

/**
 * A description of an object. Each step gives a new builder and leaves the one before as it was, so
 * that a shared start (`const cluster = aCluster()`) can be taken on in several ways.
 */
export abstract class ObjectBuilder<T extends KubernetesObject> {
  constructor(
    private readonly start: () => T,
    private readonly changes: readonly Change<T>[] = [],
  ) {}

  /** A further step in the object's own words, for what no method names. */
  with(change: Change<T>): this {
    const Builder = this.constructor as new (start: () => T, changes: readonly Change<T>[]) => this;
    return new Builder(this.start, [...this.changes, change]);
  }

  build(): T {
    const draft = this.start();
    for (const change of this.changes) change(draft);
    return structuredClone(draft);
  }

  inNamespace(namespace: string): this {
    return this.metadata((metadata) => (metadata.namespace = namespace));
  }

  uid(uid: string): this {
    return this.metadata((metadata) => (metadata.uid = uid));
  }

  resourceVersion(resourceVersion: string): this {
    return this.metadata((metadata) => (metadata.resourceVersion = resourceVersion));
  }

  generation(generation: number): this {
    return this.metadata((metadata) => (metadata.generation = generation));
  }

  created(timestamp: string): this {
    return this.metadata((metadata) => (metadata.creationTimestamp = timestamp));
  }

  /** Deletion has started; on a real API server that takes a finalizer and a DELETE. */
  deleting(timestamp = deletedAt): this {
    return this.metadata((metadata) => (metadata.deletionTimestamp = timestamp));
  }

  label(name: string, value: string): this {
    return this.metadata((metadata) => (metadata.labels = { ...metadata.labels, [name]: value }));
  }

  annotation(name: string, value: string): this {
    return this.metadata(
      (metadata) => (metadata.annotations = { ...metadata.annotations, [name]: value }),
    );
  }

  protected metadata(change: Change<ObjectMetadata>): this {
    return this.with((draft) => change(draft.metadata));
  }
}
