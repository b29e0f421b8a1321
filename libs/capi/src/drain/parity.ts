import { aPod, type PodBuilder, type RawPod } from '../builders/index.js';
import { type DrainFlags } from './judge-pod.js';

/** What becomes of a Pod: it blocks until the flags it needs are set, then this. */
export interface Fate {
  readonly needs: readonly (keyof DrainFlags)[];
  readonly then: 'evict' | 'skip' | 'wait';
}

/** One shape of Pod, what kubectl 1.34 does with it, and what we do where that differs. */
export interface ParityRow {
  readonly shape: string;
  readonly pod: RawPod;
  readonly kubectl: Fate;
  readonly ours: Fate;
  /** Why ours is another. */
  readonly deviation?: string;
}

const evicted: Fate = { needs: [], then: 'evict' };
const skipped: Fate = { needs: [], then: 'skip' };
const needing = (then: Fate['then'], ...needs: (keyof DrainFlags)[]): Fate => ({ needs, then });

const [daemonSets, emptyDirs, force] = [
  'ignore_daemon_sets',
  'delete_empty_dir_data',
  'force',
] as const;

const finished = 'VMK Engine skips completed pods';
const once =
  'a pod that leaves already is waited for, not evicted a second time; kubectl waits too';
const byKind =
  "the owner's kind alone decides: whether that DaemonSet exists is not in the permissions that VMK Engine asks for";

const same = (shape: string, pod: PodShape, fate: Fate): ParityRow => ({
  shape,
  pod: pod.build(),
  kubectl: fate,
  ours: fate,
});
const differs = (
  shape: string,
  pod: PodShape,
  { kubectl, ours, deviation }: Omit<Required<ParityRow>, 'shape' | 'pod'>,
): ParityRow => ({ shape, pod: pod.build(), kubectl, ours, deviation });

type PodShape = Pick<PodBuilder, 'build'>;
type Volume = Readonly<Record<string, unknown>>;

const running = () => aPod().onNode('worker-1');
const replica = () => running().ownedBy('ReplicaSet', 'web');
const daemon = () => running().ownedBy('DaemonSet', 'cni');

const using = (pod: PodBuilder, ...volumes: readonly Volume[]): PodBuilder =>
  pod.with((draft) => {
    const named = volumes.map((volume, index) => ({ name: `volume-${index}`, ...volume }));
    Object.assign(draft.spec, { volumes: named });
  });

const emptyDir: Volume = { emptyDir: {} };
const memory: Volume = { emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } };
const claim: Volume = { persistentVolumeClaim: { claimName: 'state' } };
const hostPath: Volume = { hostPath: { path: '/var/log' } };
const ephemeral: Volume = {
  ephemeral: {
    volumeClaimTemplate: {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  },
};
const configured: readonly Volume[] = [
  { configMap: { name: 'settings' } },
  { secret: { secretName: 'key' } },
  { projected: { sources: [] } },
  { downwardAPI: { items: [] } },
];

const referredTo = (kind: string, controller: boolean): PodBuilder =>
  running()
    .ownedBy(kind, 'owner')
    .with((draft) => {
      for (const owner of draft.metadata.ownerReferences ?? []) {
        if (controller) owner.apiVersion = 'apps.example.com/v1';
        else delete owner.controller;
      }
    });

/** Without an owner, or with one that does not control it. */
const unmanaged: readonly ParityRow[] = [
  same('without owner', running(), needing('evict', force)),
  same(
    'of an owner that is no controller',
    referredTo('ReplicaSet', false),
    needing('evict', force),
  ),
  same(
    'of a DaemonSet that is no controller',
    referredTo('DaemonSet', false),
    needing('evict', force),
  ),
  same(
    'without owner, using emptyDir',
    using(running(), emptyDir),
    needing('evict', emptyDirs, force),
  ),
  same('without owner, pending', running().phase('Pending'), needing('evict', force)),
];

const managed: readonly ParityRow[] = [
  same('of a ReplicaSet', replica(), evicted),
  same('of a StatefulSet', running().ownedBy('StatefulSet', 'db'), evicted),
  same('of a Job, running', running().ownedBy('Job', 'backup'), evicted),
  same('of a ReplicationController', running().ownedBy('ReplicationController', 'web'), evicted),
  same('of a controller of another API group', referredTo('CloneSet', true), evicted),
  same('of a Node, yet no mirror', running().ownedBy('Node', 'worker-1'), evicted),
  same('of a ReplicaSet, pending', replica().phase('Pending'), evicted),
  same('of a ReplicaSet, in phase Unknown', replica().phase('Unknown'), evicted),
  same('of a ReplicaSet, without a phase yet', replica().phase(''), evicted),
];

const withVolumes: readonly ParityRow[] = [
  same('using emptyDir', using(replica(), emptyDir), needing('evict', emptyDirs)),
  same('using emptyDir in memory', using(replica(), memory), needing('evict', emptyDirs)),
  same(
    'using emptyDir among others',
    using(replica(), claim, emptyDir),
    needing('evict', emptyDirs),
  ),
  same('using a claim', using(replica(), claim), evicted),
  same('using hostPath', using(replica(), hostPath), evicted),
  same('using a generic ephemeral volume', using(replica(), ephemeral), evicted),
  same(
    'using configMap, secret, projected and downwardAPI',
    using(replica(), ...configured),
    evicted,
  ),
];

const ofDaemonSets: readonly ParityRow[] = [
  same('of a DaemonSet', daemon(), needing('skip', daemonSets)),
  same('of a DaemonSet, using emptyDir', using(daemon(), emptyDir), needing('skip', daemonSets)),
  same('of a DaemonSet, leaving', daemon().deleting(), needing('skip', daemonSets)),
  differs('of a DaemonSet, failed', daemon().phase('Failed'), {
    kubectl: evicted,
    ours: skipped,
    deviation: finished,
  }),
  differs('of a DaemonSet that is gone', running().ownedBy('DaemonSet', 'gone'), {
    kubectl: needing('evict', force),
    ours: needing('skip', daemonSets),
    deviation: byKind,
  }),
  differs(
    'of a DaemonSet that is gone, using emptyDir',
    using(running().ownedBy('DaemonSet', 'gone'), emptyDir),
    {
      kubectl: needing('evict', emptyDirs, force),
      ours: needing('skip', daemonSets),
      deviation: byKind,
    },
  ),
  same('of a DaemonSet of another API group', referredTo('DaemonSet', true), evicted),
];

const mirrors: readonly ParityRow[] = [
  same('a mirror', running().ownedBy('Node', 'worker-1').mirror(), skipped),
  same('a mirror, using emptyDir', using(running().mirror(), emptyDir), skipped),
  same('a mirror without owner', running().mirror(), skipped),
  same(
    'a mirror by an empty mark',
    running().annotation('kubernetes.io/config.mirror', ''),
    skipped,
  ),
];

const ended = (shape: string, pod: PodShape): ParityRow =>
  differs(shape, pod, { kubectl: evicted, ours: skipped, deviation: finished });

const finishedOnes: readonly ParityRow[] = [
  ended('of a Job, succeeded', running().ownedBy('Job', 'backup').phase('Succeeded')),
  ended('without owner, failed', running().phase('Failed')),
  ended('without owner, succeeded, using emptyDir', using(running(), emptyDir).phase('Succeeded')),
  ended('failed, leaving', replica().phase('Failed').deleting()),
];

const leaves = (shape: string, pod: PodShape, ...needs: (keyof DrainFlags)[]): ParityRow =>
  differs(shape, pod, {
    kubectl: needing('evict', ...needs),
    ours: needing('wait', ...needs),
    deviation: once,
  });

const leaving: readonly ParityRow[] = [
  leaves('of a ReplicaSet, leaving', replica().deleting()),
  leaves('without owner, leaving', running().deleting(), force),
  leaves('using emptyDir, leaving', using(replica(), emptyDir).deleting(), emptyDirs),
];

/**
 * How a drain treats every shape of Pod, beside kubectl. A DaemonSet `app/cni` of `apps/v1` exists in this
 * world, other owners need not. Source: kubectl 1.34, whose own code was asked for each row and each
 * combination of flags.
 */
export const drainParity: readonly ParityRow[] = [
  ...managed,
  ...unmanaged,
  ...withVolumes,
  ...ofDaemonSets,
  ...mirrors,
  ...finishedOnes,
  ...leaving,
];
