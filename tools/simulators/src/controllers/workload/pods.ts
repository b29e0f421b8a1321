import { timestamp, type KubeObject, type OwnerReference, type Tree } from '../../api/index.js';
import { annotationOf, controllerOf, isDeleting, textAt } from '../objects/index.js';

export const isFinished = ({ status }: KubeObject): boolean =>
  ['Succeeded', 'Failed'].includes(String(status?.['phase']));

export const isReady = (object: KubeObject): boolean =>
  ((object.status?.['conditions'] ?? []) as Tree[]).some(
    (condition) => condition['type'] === 'Ready' && condition['status'] === 'True',
  );

/** A copy of what a kubelet runs from a file. */
export const isMirror = (pod: KubeObject): boolean =>
  annotationOf(pod, 'kubernetes.io/config.mirror') !== undefined;

export const nodeNameOf = (pod: KubeObject): string | undefined => textAt(pod, 'spec', 'nodeName');

/** Pods that count for their owner: neither over nor ending. */
export const livePodsOf = (pods: readonly KubeObject[], owner: KubeObject): readonly KubeObject[] =>
  pods.filter(
    (pod) => controllerOf(pod)?.uid === owner.metadata.uid && !isDeleting(pod) && !isFinished(pod),
  );

/** A Pod from its owner's template, bound to its Node from the start. */
export function newPod({
  name,
  owner,
  reference,
  nodeName,
}: {
  readonly name: string;
  readonly owner: KubeObject;
  readonly reference: OwnerReference;
  readonly nodeName: string;
}): KubeObject {
  const template = (owner.spec?.['template'] ?? {}) as Tree;
  const { labels, annotations } = (template['metadata'] ?? {}) as Record<string, Tree>;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(owner.metadata.namespace === undefined ? {} : { namespace: owner.metadata.namespace }),
      ...(labels ? { labels: labels as Record<string, string> } : {}),
      ...(annotations ? { annotations: annotations as Record<string, string> } : {}),
      ownerReferences: [reference],
    },
    spec: { ...(template['spec'] as Tree), nodeName },
  };
}

/** As the kubelet reports a Pod whose containers have started. */
export function running(pod: KubeObject, node: KubeObject, now: Date): KubeObject {
  const containers = (pod.spec?.['containers'] ?? []) as Tree[];
  const internal = ((node.status?.['addresses'] ?? []) as Tree[]).find(
    ({ type }) => type === 'InternalIP',
  );
  const lastTransitionTime = timestamp(now);
  const conditions = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime,
  }));
  const digits = [...(pod.metadata.uid ?? pod.metadata.name)].reduce(
    (sum, one) => (sum * 31 + one.charCodeAt(0)) % 62_500,
    7,
  );
  return {
    ...pod,
    status: {
      ...pod.status,
      phase: 'Running',
      ...(internal ? { hostIP: internal['address'] } : {}),
      podIP: `10.244.${Math.floor(digits / 250)}.${1 + (digits % 250)}`,
      startTime: lastTransitionTime,
      conditions,
      containerStatuses: containers.map(({ name, image }) => ({
        name,
        image,
        imageID: '',
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: lastTransitionTime } },
      })),
    },
  };
}
