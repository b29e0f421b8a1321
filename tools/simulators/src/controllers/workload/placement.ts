import { type KubeObject, type Tree } from '../../api/index.js';
import { isReady, nodeNameOf } from './pods.js';
import { type PodScene } from './scene.js';

/** Hands out Nodes to ordinary Pods: ready, not cordoned, without a taint; the emptiest first. */
export class Placement {
  readonly #load = new Map<string, number>();

  constructor({ nodes, pods }: Pick<PodScene, 'nodes' | 'pods'>) {
    for (const node of nodes.values()) if (takes(node)) this.#load.set(node.metadata.name, 0);
    for (const pod of pods) this.#add(nodeNameOf(pod) ?? '');
  }

  /** Undefined when no Node takes anything. */
  next(): string | undefined {
    const [emptiest] = [...this.#load].sort(([a, one], [b, two]) => one - two || (a < b ? -1 : 1));
    if (emptiest) this.#add(emptiest[0]);
    return emptiest?.[0];
  }

  #add(name: string): void {
    const load = this.#load.get(name);
    if (load !== undefined) this.#load.set(name, load + 1);
  }
}

function takes(node: KubeObject): boolean {
  const taints = (node.spec?.['taints'] ?? []) as Tree[];
  const repels = taints.some(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  return isReady(node) && node.spec?.['unschedulable'] !== true && !repels;
}
