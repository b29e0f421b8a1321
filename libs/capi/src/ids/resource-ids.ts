import { parse, v5, validate } from 'uuid';

/** Changing it changes every id that clients hold. */
export const SLIPWAY_ID_NAMESPACE = 'ae0fd0d8-0891-446e-b88a-a7f72f13881d';

export interface IdRules {
  /** A UUID; another service's namespace keeps the ids that its clients know. */
  readonly namespace?: string | undefined;
  /** What a cluster's id is derived from; must name `{cluster}`. */
  readonly clusterTemplate?: string | undefined;
  /** What a node's id is derived from; must name `{cluster}` and `{machine}`. */
  readonly nodeTemplate?: string | undefined;
}

const cacheLimit = 4096;

/**
 * API ids of clusters and nodes: UUIDs of version 5, derived from names alone, so that every service
 * and every restart finds the same ones. A node's id comes from the Machine, never from the Kubernetes
 * Node that registers later. Source: VMK Engine.
 */
export class ResourceIds {
  readonly #namespace: Uint8Array;
  readonly #clusterTemplate: string;
  readonly #nodeTemplate: string;
  readonly #clusters = new Map<string, string>();

  /** Throws an Error that names the rule at fault. */
  constructor(rules: IdRules = {}) {
    const namespace = rules.namespace ?? SLIPWAY_ID_NAMESPACE;
    this.#clusterTemplate = rules.clusterTemplate ?? '{cluster}';
    this.#nodeTemplate = rules.nodeTemplate ?? '{cluster}/{machine}';
    if (!validate(namespace)) throw new Error(`id namespace "${namespace}" is not a UUID`);
    this.#namespace = parse(namespace);
    requireNames('cluster', this.#clusterTemplate, ['{cluster}']);
    requireNames('node', this.#nodeTemplate, ['{cluster}', '{machine}']);
  }

  clusterId(cluster: string): string {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const id = v5(fill(this.#clusterTemplate, cluster, ''), this.#namespace);
    // Each Machine asks for its cluster's id; clusters come and go, so the memory has a bound.
    if (this.#clusters.size >= cacheLimit) this.#clusters.clear();
    this.#clusters.set(cluster, id);
    return id;
  }

  nodeId(cluster: string, machine: string): string {
    return v5(fill(this.#nodeTemplate, cluster, machine), this.#namespace);
  }
}

/** What a projection needs of `ResourceIds`. */
export type IdSource = Pick<ResourceIds, 'clusterId' | 'nodeId'>;

function fill(template: string, cluster: string, machine: string): string {
  return template.replace(/\{cluster\}|\{machine\}/g, (name) =>
    name === '{cluster}' ? cluster : machine,
  );
}

function requireNames(kind: string, template: string, names: readonly string[]): void {
  const missing = names.filter((name) => !template.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `${kind} id template "${template}" lacks ${missing.join(' and ')}: two resources would share an id`,
    );
  }
}
