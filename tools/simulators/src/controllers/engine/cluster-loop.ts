import { type Endpoints, type KubeRest, resourcePath, StatusError } from '@slipway/kube';
import { type Clock, type Logger } from '@slipway/service';
import { at, type KubeObject } from '../../api/index.js';
import { type Delays } from '../delays.js';
import { isDeleting } from '../objects/index.js';
import {
  isPaused,
  machineDeletion,
  orphans,
  reconcile,
  reconcileNodes,
  type Scene,
  type Workload,
} from '../rules/index.js';
import { type WorkloadClusters } from '../workload-clusters.js';
import { Loop } from './loop.js';
import { watched, type WatchedKind } from './resources.js';
import { objectsOf, sceneOf, type Collections } from './scene-of.js';
import { WorkloadLink } from './workload-link.js';
import { Writer } from './writer.js';

export interface ClusterLoopOptions {
  readonly rest: KubeRest;
  readonly endpoints: Endpoints;
  readonly namespace: string;
  readonly collections: Collections;
  readonly workloads: WorkloadClusters;
  readonly delays: Delays;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly suffix: () => string;
  /** Nothing is left of the cluster. */
  readonly onEmpty: () => void;
}

const nowhere: Workload = { nodes: new Map(), connected: false, drains: new Map() };

/** Keeps one cluster's objects as its controllers would have them. */
export class ClusterLoop {
  readonly #loop: Loop;
  readonly #writer: Writer;
  #link: WorkloadLink | undefined;
  /** The Cluster that was seen last; another of the same name has another. */
  #uid: string | undefined;
  #kubeconfig: string | undefined;

  constructor(
    private readonly name: string,
    private readonly options: ClusterLoopOptions,
  ) {
    const { collections, onEmpty } = options;
    this.#writer = new Writer({ ...options, resources: watched });
    this.#loop = new Loop({
      ...options,
      what: `cluster ${name}`,
      isSeen: () => this.#writer.isSeenIn(collections),
      forget: () => this.#writer.forget(),
      look: (signal) => this.#look(signal),
      onIdle: () => {
        if (objectsOf(name, collections).length === 0) onEmpty();
      },
    });
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#link?.close();
  }

  async #look(signal: AbortSignal): Promise<boolean> {
    const { collections, clock, delays, namespace, suffix } = this.options;
    const { passed } = this.#loop;
    const more = { namespace, delays, passed, suffix, now: clock.now() };
    const first = sceneOf(this.name, collections, { ...more, workload: nowhere });
    const scene = { ...first, workload: await this.#workload(first, signal) };
    let again = await this.#writer.write(reconcile(scene), signal);
    if (this.#link) {
      this.#link.drain(drainsOf(scene));
      again = (await this.#link.change(reconcileNodes(scene))) || again;
    }
    for (const orphan of orphans(objectsOf(this.name, collections)))
      if (await this.#isAbandoned(orphan, signal)) await this.#writer.delete(orphan, signal);
    return again;
  }

  /** The cluster's own API, as its Secret names it; made when the cluster is about to need it. */
  async #workload(scene: Scene, signal: AbortSignal): Promise<Workload> {
    const { cluster, controlPlane, kubeconfigSecret: secret } = scene;
    const uid = cluster?.metadata.uid;
    if (this.#uid !== undefined && this.#uid !== uid) await this.#leave(this.#uid);
    this.#uid = uid;
    const coded = at(secret, 'data', 'value');
    let text = typeof coded === 'string' ? Buffer.from(coded, 'base64').toString() : undefined;
    const begins =
      cluster?.spec?.['controlPlaneEndpoint'] !== undefined && controlPlane && uid !== undefined;
    if (text === undefined && begins && !isDeleting(cluster) && !isPaused(scene, controlPlane)) {
      const { workloads, namespace } = this.options;
      this.#kubeconfig ??= await workloads.open({ name: this.name, namespace, uid });
      text = this.#kubeconfig;
    }
    if (signal.aborted) return nowhere;
    if (text !== this.#link?.kubeconfig) {
      await this.#link?.close();
      this.#link = undefined;
    }
    if (text === undefined) return nowhere;
    this.#link ??= await this.#open(text);
    return this.#link.state;
  }

  #open(kubeconfig: string): Promise<WorkloadLink> {
    const { endpoints, clock, logger, delays } = this.options;
    const onChange = () => this.wake();
    return WorkloadLink.open({ kubeconfig, endpoints, clock, logger, delays, onChange });
  }

  /** The cluster is gone, or another one has its name. */
  async #leave(uid: string): Promise<void> {
    this.#kubeconfig = undefined;
    await this.#link?.close();
    this.#link = undefined;
    const { workloads, namespace } = this.options;
    await workloads.close({ name: this.name, namespace, uid });
  }

  /** Asks for each owner: that a watch hasn't shown it yet doesn't mean that it is gone. */
  async #isAbandoned({ metadata }: KubeObject, signal: AbortSignal): Promise<boolean> {
    const { rest, namespace } = this.options;
    for (const { kind, name, uid } of metadata.ownerReferences ?? []) {
      if (!(kind in watched)) return false;
      const path = resourcePath(watched[kind as WatchedKind], { namespace, name });
      const found = await rest.get(path, { signal }).catch((error: unknown) => {
        if (error instanceof StatusError && error.code === 404) return undefined;
        throw error;
      });
      if (at(found, 'metadata', 'uid') === uid) return false;
    }
    return true;
  }
}

/** Nodes whose Machines are at the drain of their deletion. */
function drainsOf(scene: Scene): string[] {
  return scene.machines.flatMap((machine) => {
    if (!isDeleting(machine) || isPaused(scene, machine)) return [];
    const { reason } = machineDeletion(scene, machine);
    const name = at(machine, 'status', 'nodeRef', 'name');
    return reason === 'DrainingNode' && typeof name === 'string' ? [name] : [];
  });
}
