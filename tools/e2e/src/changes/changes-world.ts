import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { type Kind, kinds } from '@slipway/capi';
import { aCluster, aMachine, sampleDefaults } from '@slipway/capi/builders';
import { type Problem } from '@slipway/contracts';
import {
  type Child,
  type KubeObject,
  kubeObjects,
  type KubeObjects,
  type ObjectReference,
  startBundle,
  until,
} from '@slipway/testing';
import { parse } from 'yaml';
import { type Access, Folder, kubeconfigText } from '../stack/access.js';
import { applyAll } from '../stack/objects.js';
import { Stack, type StackOptions } from '../stack/stack.js';
import { RecordingProxy } from './recording-proxy.js';

const label = 'cluster.x-k8s.io/cluster-name';
export const lockKey = 'vmk.vates.tech/mutation-lock';
export const upgradeKey = 'vmk.vates.tech/upgrade';
const xoFinalizer = 'cluster.cluster.x-k8s.io';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of a refusal. */
  readonly problem: Problem;
}

export interface ClusterParts {
  /** Merged into the Cluster. */
  readonly cluster?: object;
  /** Of each worker deployment, merged into it; one usual one when absent. */
  readonly deployments?: readonly object[];
  /** Merged into the control plane; none when null. */
  readonly controlPlane?: object | null;
  readonly machines?: number;
}

/**
 * The services over a recording proxy before a real API server, in a namespace of their own. Nothing
 * reconciles there: what stands is what tests and services have written.
 */
export class ChangesWorld {
  #clusterApi: Child;

  private constructor(
    readonly objects: KubeObjects,
    readonly namespace: string,
    readonly proxy: RecordingProxy,
    readonly stack: Stack,
    readonly kubeconfig: string,
    private readonly folder: Folder,
  ) {
    this.#clusterApi = stack.clusterApi;
  }

  /** `access`: what the services come with, when it isn't the administrator's. */
  static async start(
    kubeconfig: string,
    {
      access,
      ...options
    }: Partial<StackOptions> & {
      readonly access?: (objects: KubeObjects, namespace: string) => Promise<{ token: string }>;
    } = {},
  ): Promise<ChangesWorld> {
    const objects = kubeObjects(kubeconfig);
    const namespace = `changes-${randomBytes(4).toString('hex')}`;
    await objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const admin = accessOf(kubeconfig);
    const identity = await access?.(objects, namespace);
    const proxy = await RecordingProxy.start({ ...admin, ...identity });
    const folder = await Folder.make();
    const path = await folder.write('kubeconfig', kubeconfigText(proxy.access));
    const stack = await Stack.start({ ...options, kubeconfig: path, namespace });
    return new ChangesWorld(objects, namespace, proxy, stack, path, folder);
  }

  async send(route: string, body?: unknown, init: RequestInit = {}): Promise<Reply> {
    const [method, path] = route.split(' ') as [string, string];
    const bytes = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await this.stack.get(path, {
      method,
      ...(body === undefined ? {} : { body: bytes }),
      ...init,
    });
    const { status, headers, text } = answer;
    const problem = (status >= 400 ? JSON.parse(text) : {}) as Problem;
    return { status, headers, text, problem };
  }

  /** A cluster as Cluster API would keep it, known to the cache. */
  async addCluster(name: string, parts: ClusterParts = {}): Promise<void> {
    const { cluster = {}, deployments = [{}], controlPlane = {}, machines = 0 } = parts;
    const { status: _, ...raw } = aCluster(name).inNamespace(this.namespace).build();
    const { metadata, spec } = raw as unknown as KubeObject;
    await this.#create(
      kinds.cluster,
      merged(
        {
          metadata: { name, labels: metadata.labels, finalizers: [xoFinalizer] },
          spec: {
            ...(spec as object),
            controlPlaneRef: {
              apiGroup: kinds.controlPlane.group,
              kind: kinds.controlPlane.kind,
              name: `${name}-cp`,
            },
          },
        },
        cluster,
      ),
    );
    const labels = { [label]: name };
    for (const [index, more] of deployments.entries())
      await this.#create(
        kinds.machineDeployment,
        merged(
          { metadata: { name: `${name}-md-${index}`, labels }, spec: deploymentSpec(name) },
          more,
        ),
      );
    if (controlPlane !== null)
      await this.#create(
        kinds.controlPlane,
        merged({ metadata: { name: `${name}-cp`, labels }, spec: controlPlaneSpec }, controlPlane),
      );
    for (let number = 1; number <= machines; number++)
      await this.addMachine(`${name}-${number}`, name);
    await this.#known(`/kubernetes/clusters/${name}`);
  }

  async addMachine(name: string, cluster: string, { registered = true } = {}): Promise<void> {
    const machine = aMachine(name, cluster);
    const built = registered ? machine : machine.unregistered('Provisioning');
    await applyAll(this.objects, this.namespace, [built.build()]);
    await this.#known(`/kubernetes/nodes/${name}`);
  }

  /** The ConfigMap of creations; a key that is null is missing. */
  async configure(data: Readonly<Record<string, string | null>> = {}): Promise<void> {
    const reference = this.reference(configMap, 'cluster-defaults');
    if (await this.objects.find(reference)) await this.objects.delete(reference);
    const keys = Object.entries({ ...sampleDefaults, ...data }).filter(([, text]) => text !== null);
    await this.objects.create({ ...reference, data: Object.fromEntries(keys) });
  }

  reference({ group, version, kind }: Omit<Kind, 'plural'>, name: string): ObjectReference {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    return { apiVersion, kind, metadata: { name, namespace: this.namespace } };
  }

  /** Ends cluster-api as a crash does. */
  async crash(): Promise<void> {
    await this.#clusterApi.kill('SIGKILL');
  }

  /** Starts cluster-api after a crash. */
  async restart(): Promise<void> {
    const readiness = this.stack.readiness('clusterApi');
    const { port } = new URL(readiness);
    this.#clusterApi = startBundle('apps/cluster-api', {
      args: [
        ...['--nats-url', this.stack.nats.url, '--ops-port', port],
        ...['--kubeconfig', this.kubeconfig, '--namespace', this.namespace],
      ],
    });
    await this.#clusterApi.answers(readiness, { within: 20_000 });
  }

  /** Resolves once cluster-api has nothing to do. */
  idle(): Promise<unknown> {
    const running = async () =>
      (await this.stack.metrics('clusterApi'))('slipway_bus_running_calls');
    return until(async () => (await running()) === 0, {
      within: 10_000,
      because: 'cluster-api to have nothing to do',
    });
  }

  /** As the server has it. */
  find(kind: Kind, name: string): Promise<KubeObject | undefined> {
    return this.objects.find(this.reference(kind, name));
  }

  patch(kind: Kind, name: string, patch: object): Promise<KubeObject> {
    return this.objects.patch(this.reference(kind, name), patch);
  }

  /** The text of the mutation lock on a cluster. */
  async lock(name: string): Promise<string | undefined> {
    return (await this.find(kinds.cluster, name))?.metadata.annotations?.[lockKey];
  }

  async stop(): Promise<void> {
    await this.#clusterApi.stop();
    await this.stack.stop();
    await this.proxy.close();
    await this.folder.remove();
    await this.objects.delete({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.namespace },
    });
    this.objects.close();
  }

  #known(path: string): Promise<unknown> {
    return this.stack.eventually(path, ({ status }) => status === 200, `${path} in the cache`);
  }

  #create(kind: Kind, object: { metadata: object }): Promise<KubeObject> {
    const { apiVersion, kind: named, metadata } = this.reference(kind, '');
    const own = { ...object.metadata, namespace: metadata.namespace } as KubeObject['metadata'];
    return this.objects.create({ apiVersion, kind: named, ...object, metadata: own });
  }
}

export const configMap = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps' };

function accessOf(kubeconfig: string): Access {
  const { clusters, users } = parse(readFileSync(kubeconfig, 'utf8')) as {
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
    users: [{ user: { token: string } }];
  };
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return { url: server, ca: Buffer.from(ca, 'base64').toString(), token: users[0].user.token };
}

const infrastructure = { apiGroup: kinds.xoMachineTemplate.group, kind: 'XOMachineTemplate' };

const deploymentSpec = (cluster: string) => ({
  clusterName: cluster,
  replicas: 2,
  selector: { matchLabels: { [label]: cluster } },
  template: {
    metadata: { labels: { [label]: cluster } },
    spec: {
      clusterName: cluster,
      version: 'v1.36.8',
      bootstrap: { dataSecretName: 'bootstrap' },
      infrastructureRef: { ...infrastructure, name: `${cluster}-worker` },
    },
  },
});

const controlPlaneSpec = {
  replicas: 3,
  version: 'v1.36.8',
  kubeadmConfigSpec: { preKubeadmCommands: ['true'] },
  machineTemplate: { spec: { infrastructureRef: { ...infrastructure, name: 'cp' } } },
};

type Json = Record<string, unknown>;

/** Objects into objects; null removes. */
function merged<T extends object>(object: T, more: object): T {
  const result: Json = { ...object } as Json;
  for (const [key, value] of Object.entries(more)) {
    const both = isObject(result[key]) && isObject(value);
    if (value === null) delete result[key];
    else result[key] = both ? merged(result[key] as object, value as object) : value;
  }
  return result as T;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
