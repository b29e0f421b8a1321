import { type KubeObject, type OwnerReference, type Tree } from '../api/index.js';
import { type PlannedMachine } from './machines.js';
import { controlledBy } from './metadata.js';
import { suffixOf } from './names.js';
import { type Inside } from './workload.js';

interface PodPlan {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly on: PlannedMachine | undefined;
  readonly owner?: OwnerReference;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly volumes?: readonly Tree[];
  readonly phase?: string;
}

/** Daemons and static Pods of the system, and an application of which every drain rule finds a case. */
export function podsOf(inside: Inside): KubeObject[] {
  const { machines } = inside;
  const workers = machines.filter(({ role }) => role === 'worker');
  const controlPlanes = machines.filter(({ role }) => role === 'control-plane');
  const worker = (index: number) => workers[index % workers.length];
  return [
    ...controlPlanes.flatMap((machine) => staticPods(inside, machine)),
    ...daemons(inside, 'cilium', 'quay.io/cilium/cilium:v1.18.2'),
    ...daemons(inside, 'csi-xenorchestra-node', 'ghcr.io/vatesfr/xenorchestra-csi:v0.4.0'),
    ...replicas(inside, 'kube-system', 'coredns', 'registry.k8s.io/coredns/coredns:v1.12.1', 2),
    ...replicas(inside, 'shop', 'web', 'registry.example.com/shop/web:3.4.1', 3),
    disruptionBudget(inside),
    ...replicas(inside, 'shop', 'cache', 'docker.io/valkey/valkey:8.1', 1, [
      { name: 'scratch', emptyDir: {} },
    ]),
    ...database(inside, worker(0)),
    podOf(inside, {
      name: 'debug',
      namespace: 'tools',
      image: 'registry.example.com/tools/toolbox:1',
      on: worker(1),
    }),
    podOf(inside, {
      name: `report-${suffixOf(inside.plan.name, 'report')}`,
      namespace: 'shop',
      image: 'registry.example.com/shop/report:3.4.1',
      on: worker(2),
      phase: 'Succeeded',
    }),
  ];
}

function podOf({ metadata, plan }: Inside, pod: PodPlan): KubeObject {
  const {
    name,
    namespace,
    image,
    on,
    owner,
    labels,
    annotations,
    volumes,
    phase = 'Running',
  } = pod;
  const container = { name: 'main', image };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(name, {
      namespace,
      generation: 1,
      hours: namespace === 'kube-system' ? 0.3 : 20,
      labels: { app: name.split('-')[0] ?? name, ...labels },
      ...(annotations ? { annotations } : {}),
      ...(owner ? { ownerReferences: [owner] } : {}),
    }),
    spec: {
      containers: [container],
      restartPolicy: phase === 'Succeeded' ? 'Never' : 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      ...(on ? { nodeName: on.nodeName } : {}),
      ...(volumes ? { volumes: [...volumes] } : {}),
    },
    status: {
      phase,
      ...(on ? { hostIP: on.address } : {}),
      podIP: `10.244.${plan.site}.${1 + ([...name].reduce((sum, one) => sum + one.charCodeAt(0), 0) % 250)}`,
      conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }],
      containerStatuses: [{ ...container, ready: phase === 'Running', restartCount: 0 }],
    },
  };
}

/** The API server's copies of what the kubelet starts from files. */
function staticPods(inside: Inside, machine: PlannedMachine): KubeObject[] {
  const { nodeName } = machine;
  const owner = { apiVersion: 'v1', kind: 'Node', name: nodeName, uid: nodeName, controller: true };
  const components = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
  return components.map((component) =>
    podOf(inside, {
      name: `${component}-${nodeName}`,
      namespace: 'kube-system',
      image: `registry.k8s.io/${component}:${inside.plan.version}`,
      on: machine,
      owner,
      annotations: { 'kubernetes.io/config.mirror': suffixOf(component, nodeName) },
    }),
  );
}

function daemons(inside: Inside, name: string, image: string): KubeObject[] {
  const daemonSet = appOf(inside, 'DaemonSet', 'kube-system', name, { image });
  const owner = controlledBy(daemonSet);
  const pods = inside.machines.map((on) =>
    podOf(inside, {
      name: `${name}-${suffixOf(name, on.nodeName)}`,
      namespace: 'kube-system',
      image,
      on,
      owner,
    }),
  );
  return [daemonSet, ...pods];
}

/** A Deployment with its ReplicaSet and Pods, spread over the workers. */
function replicas(
  inside: Inside,
  namespace: string,
  name: string,
  image: string,
  count: number,
  volumes: readonly Tree[] = [],
): KubeObject[] {
  const workers = inside.machines.filter(({ role }) => role === 'worker');
  const deployment = appOf(inside, 'Deployment', namespace, name, { image, replicas: count });
  const setName = `${name}-${suffixOf(inside.plan.name, name)}`;
  const replicaSet = appOf(inside, 'ReplicaSet', namespace, setName, { image, replicas: count });
  replicaSet.metadata.ownerReferences = [controlledBy(deployment)];
  const owner = controlledBy(replicaSet);
  const pods = Array.from({ length: count }, (_, index) =>
    podOf(inside, {
      name: `${setName}-${suffixOf(setName, String(index))}`,
      namespace,
      image,
      on: workers[index % workers.length],
      owner,
      ...(volumes.length > 0 ? { volumes } : {}),
    }),
  );
  return [deployment, replicaSet, ...pods];
}

function database(inside: Inside, on: PlannedMachine | undefined): KubeObject[] {
  const image = 'docker.io/library/postgres:18';
  const set = appOf(inside, 'StatefulSet', 'shop', 'postgres', { image, replicas: 1 });
  const claimName = 'data-postgres-0';
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName } }];
  const owner = controlledBy(set);
  return [set, podOf(inside, { name: 'postgres-0', namespace: 'shop', image, on, owner, volumes })];
}

function appOf(
  { metadata }: Inside,
  kind: string,
  namespace: string,
  name: string,
  { image, replicas: count }: { readonly image: string; readonly replicas?: number },
): KubeObject {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: metadata(name, { namespace, generation: 1, labels }),
    spec: {
      ...(count === undefined ? {} : { replicas: count }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
    },
    status: count === undefined ? {} : { replicas: count, readyReplicas: count },
  };
}

function disruptionBudget({ metadata }: Inside): KubeObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata('web', { namespace: 'shop', generation: 1, hours: 20 }),
    spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
    status: {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
    },
  };
}
