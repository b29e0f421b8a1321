import { type KubeObject } from './kube-object.js';
import { type Schema } from './schema/index.js';

export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  /** 0 is always shown, above it only with `-o wide`. */
  readonly priority?: number;
  readonly cell: (object: KubeObject) => unknown;
}

/** What the API server knows about one kind of object. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly namespaced: boolean;
  /**
   * Whether it comes from a CustomResourceDefinition: then there is no strategic merge, list items
   * carry their kind, and wrong types are 422 instead of 400.
   */
  readonly custom: boolean;
  /** Of the whole object; what it does not name is unknown. */
  readonly schema: Schema;
  /** Has `/status`: writes to the main resource ignore the status, and the other way round. */
  readonly status: boolean;
  /** Keeps a status that is sent at creation, as Nodes do. */
  readonly statusAtCreation?: boolean;
  /** Has `/scale` over `spec.replicas` and `status.replicas`. */
  readonly scale?: boolean;
  /** Counts changes of the spec in `metadata.generation`. */
  readonly generation: boolean;
  readonly columns: readonly Column[];
  /** What a field selector may name beside metadata.name and metadata.namespace. */
  readonly fields?: Readonly<Record<string, (object: KubeObject) => string>>;
  /** A DELETE answers with the object instead of a Status. */
  readonly returnsDeleted?: boolean;
  /** What the real server fills in at creation. */
  readonly initialise?: (object: KubeObject) => void;
  /** What the real server rewrites at every write, such as a Secret's stringData. */
  readonly normalise?: (object: KubeObject) => void;
}

export const apiVersionOf = ({ group, version }: Kind): string =>
  group ? `${group}/${version}` : version;

/** How error texts name a resource: `clusters.cluster.x-k8s.io`. */
export const qualified = ({ group, plural }: Kind): string =>
  group ? `${plural}.${group}` : plural;
