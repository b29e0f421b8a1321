import { randomBytes } from 'node:crypto';
import {
  aCluster,
  aKubeconfigSecret,
  aMachine,
  aNode,
  type MachineBuilder,
  manifestOf,
  type PodBuilder,
} from '@slipway/capi/builders';
import { type DrainStep, type Problem } from '@slipway/contracts';
import {
  type KubeObject,
  kubeObjects,
  type KubeObjects,
  type ObjectReference,
} from '@slipway/testing';
import { type Recorded, RecordingProxy } from '../changes/recording-proxy.js';
import { Folder, kubeconfigText } from '../stack/access.js';
import { type BudgetStatus, exhausted } from './described.js';
import { readTold, type Told } from './told.js';
import { accessOf } from './access-of.js';
import { applyAll } from '../stack/objects.js';
import { makeNamespace } from '../stack/peer.js';
import { Stack } from '../stack/stack.js';

export const cluster = 'demo';

export interface Drained {
  readonly status: number;
  /** Of a refusal; empty after success. */
  readonly detail: string;
}

/**
 * The services and a cluster `demo` that is its own workload cluster, so that one real API server has
 * Machines, Nodes and Pods. No kubelet runs: a Pod goes when it is evicted, unless a finalizer keeps it.
 */
export class DrainWorld {
  #nodes = 0;
  readonly #names = `n-${randomBytes(4).toString('hex')}`;

  private constructor(
    readonly objects: KubeObjects,
    readonly namespace: string,
    /** To the workload cluster. */
    readonly proxy: RecordingProxy,
    readonly stack: Stack,
    private readonly folder: Folder,
  ) {}

  static async start(kubeconfig: string): Promise<DrainWorld> {
    const objects = kubeObjects(kubeconfig);
    const namespace = await makeNamespace(objects, `drain-${randomBytes(4).toString('hex')}`);
    const access = await accessOf(kubeconfig);
    const proxy = await RecordingProxy.start(access);
    const folder = await Folder.make();
    const path = await folder.write('kubeconfig', kubeconfigText(access));
    const stack = await Stack.start({ kubeconfig: path, namespace });
    const world = new DrainWorld(objects, namespace, proxy, stack, folder);
    const metadata = { name: 'default', namespace };
    await objects.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    await world.addCluster(cluster, kubeconfigText(proxy.access));
    return world;
  }

  async stop(): Promise<void> {
    const { namespace, objects } = this;
    await this.stack.stop();
    await this.proxy.close();
    await this.folder.remove();
    for (let node = 1; node <= this.#nodes; node++) {
      const reference = this.node(`${this.#names}-${node}`);
      if (await objects.find(reference)) await objects.delete(reference);
    }
    await objects.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    objects.close();
  }

  async addCluster(name: string, kubeconfig: string): Promise<void> {
    const secret = aKubeconfigSecret(name).kubeconfig(kubeconfig).build();
    await applyAll(this.objects, this.namespace, [secret, aCluster(name).build()]);
    await this.#known(`/kubernetes/clusters/${name}`);
  }

  /** A Node and its Machine, both of the name that is given back. */
  async addNode(of = cluster): Promise<string> {
    const name = `${this.#names}-${++this.#nodes}`;
    await applyAll(this.objects, undefined, [aNode(name).build()]);
    await this.addMachine(aMachine(name, of).node(name));
    return name;
  }

  async addNodes(count: 2): Promise<[string, string]>;
  async addNodes(count: 3): Promise<[string, string, string]>;
  async addNodes(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.addNode()));
  }

  async addMachine(machine: MachineBuilder): Promise<void> {
    const built = machine.build();
    await applyAll(this.objects, this.namespace, [built]);
    await this.#known(`/kubernetes/nodes/${built.metadata.name}`);
  }

  node(name: string): ObjectReference {
    return { apiVersion: 'v1', kind: 'Node', metadata: { name } };
  }

  pod(name: string): ObjectReference {
    const { namespace } = this;
    return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } };
  }

  /** A Pod as described, which ends without grace, on a Node. */
  async addPod(node: string, described: PodBuilder): Promise<void> {
    const here = { nodeName: node, terminationGracePeriodSeconds: 0 };
    const pod = described.with(({ spec }) => void Object.assign(spec, here)).build();
    const { metadata } = pod;
    const object = manifestOf(pod);
    await applyAll(this.objects, this.namespace, [object]);
    if (metadata.deletionTimestamp) await this.objects.delete(this.pod(metadata.name));
  }

  /** Lets a Pod go that a finalizer keeps. */
  async release(name: string): Promise<void> {
    await this.objects.patch(this.pod(name), { metadata: { finalizers: null } });
  }

  /** A budget for Pods with the label `app`, with the status that its controller would have set. */
  async addBudget(name: string, app: string, status?: Partial<BudgetStatus>): Promise<void> {
    const { objects } = this;
    const reference = this.budget(name);
    const selector = { matchLabels: { app } };
    const { unhealthyPodEvictionPolicy, ...counts } = status ?? {};
    await objects.create({
      ...reference,
      spec: {
        minAvailable: 1,
        selector,
        ...(unhealthyPodEvictionPolicy ? { unhealthyPodEvictionPolicy } : {}),
      },
    });
    if (status) await objects.patchStatus(reference, { ...exhausted, ...counts });
  }

  budget(name: string): ObjectReference {
    const metadata = { name, namespace: this.namespace };
    return { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata };
  }

  async drain(node: string, params: object = {}, init: RequestInit = {}): Promise<Drained> {
    return this.post(drainOf(node), { body: JSON.stringify(params), ...init });
  }

  async post(path: string, init: RequestInit = {}): Promise<Drained> {
    const { status, text } = await this.stack.get(path, { method: 'POST', ...init });
    return { status, detail: status < 400 ? text : (JSON.parse(text) as Problem).detail };
  }

  /** With lines; `onStep` hears of each when it comes. */
  async tell(
    node: string,
    params: object = {},
    onStep: (step: DrainStep) => unknown = () => undefined,
  ): Promise<Told> {
    const response = await fetch(`${this.stack.url}${drainOf(node)}`, {
      method: 'POST',
      headers: { accept: 'application/x-ndjson' },
      body: JSON.stringify(params),
    });
    if (response.status !== 200) return { steps: [], end: (await response.json()) as Problem };
    return readTold(response.body!, onStep);
  }

  async isCordoned(node: string): Promise<boolean> {
    const { spec } = await this.objects.get(this.node(node));
    return (spec as { unschedulable?: boolean }).unschedulable === true;
  }

  /** Names of the Pods that are on a Node. */
  async podsOn(node: string): Promise<string[]> {
    const path = `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`;
    const { body } = await this.objects.ask({ path });
    return (body as { items: KubeObject[] }).items.map(({ metadata }) => metadata.name).sort();
  }

  /** The lists of a Node's Pods since the proxy had so many requests. */
  listsOf(node: string, since: number): readonly Recorded[] {
    return this.proxy
      .since(since)
      .filter(({ query }) => query.get('fieldSelector') === `spec.nodeName=${node}`);
  }

  #known(path: string): Promise<unknown> {
    return this.stack.eventually(path, ({ status }) => status === 200, `${path} in the cache`);
  }
}

export const drainOf = (node: string): string =>
  `/kubernetes/clusters/${cluster}/nodes/${node}/drain`;
