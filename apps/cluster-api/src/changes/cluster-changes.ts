import {
  type ChangeTarget,
  clusterPause,
  controlPlaneName,
  described,
  descriptionFaults,
  type Kind,
  kinds,
  parityFaults,
  replicaFaults,
  scaledTo,
  unscalable,
  unscalableControlPlane,
  workerDeployment,
} from '@slipway/capi';
import {
  admissionRejected,
  type CallContext,
  clusterNotFound,
  Refusal,
  targetMissing,
  validationFailed,
} from '@slipway/contracts';
import { type StatusError } from '@slipway/kube';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForChangingClusters,
  type ForManagingClusterResources,
} from '../ports.js';
import { ManagementObjects } from './management-objects.js';
import { MutationLocks } from './mutation-locks.js';
import { isConflict, isInadmissible } from './refusals.js';

/** How often the pause of a deleted cluster is ended while others write to it. */
const MOST_TRIES = 5;

/** Changes of one cluster: each is one write of the wanted state, under the cluster's reservation. */
@Injectable()
export class ClusterChanges implements ForChangingClusters {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly known: ForManagingClusterResources,
    @Inject(ManagementObjects) private readonly objects: ManagementObjects,
    @Inject(MutationLocks) private readonly locks: MutationLocks,
  ) {}

  /** Cluster API cleans up; a pause would stop it, so it ends once the deletion is on record. */
  async delete(ref: string, call: CallContext): Promise<void> {
    const { name } = this.known.get(ref);
    await this.locks.hold({ cluster: name, operation: 'delete cluster', call }, async (cluster) => {
      await this.objects.remove(kinds.cluster, cluster);
      return this.unpaused(cluster);
    });
  }

  /** Takes no reservation: a description disturbs no other change. */
  async describe(ref: string, description: string | undefined, call: CallContext): Promise<void> {
    refuse(descriptionFaults(description));
    const { name } = this.known.get(ref);
    const target = await this.objects.read(kinds.cluster, name, call.signal);
    if (!target) throw clusterNotFound({ cluster: ref });
    const patch = described(description ?? '');
    const [[key, value]] = Object.entries(patch.metadata.annotations) as [[string, string | null]];
    const shows = ({ metadata }: ChangeTarget) => (metadata.annotations?.[key] ?? null) === value;
    await this.objects.patch({ kind: kinds.cluster, target, patch, shows });
  }

  async pause(ref: string, paused: boolean, call: CallContext): Promise<void> {
    const { name } = this.known.get(ref);
    const operation = paused ? 'pause cluster' : 'resume cluster';
    await this.locks.hold({ cluster: name, operation, call }, (cluster) =>
      this.paused(cluster, paused),
    );
  }

  async scaleWorkers(ref: string, count: number | undefined, call: CallContext): Promise<void> {
    const replicas = checked(count);
    const { name } = this.known.get(ref);
    const change = { cluster: name, operation: 'scale workers', call, unless: unscalable };
    await this.locks.hold(change, async (cluster) => {
      const labelled = await this.objects.labelled(kinds.machineDeployment, name);
      const target = workerDeployment(cluster, labelled);
      if (target instanceof Refusal) throw target;
      await this.scale(kinds.machineDeployment, target, replicas);
      return cluster;
    });
  }

  async scaleControlPlane(
    ref: string,
    count: number | undefined,
    call: CallContext,
  ): Promise<void> {
    const replicas = checked(count);
    const { name } = this.known.get(ref);
    const unless = (cluster: ChangeTarget) => {
      const found = controlPlaneName(cluster);
      return unscalable(cluster) ?? (found instanceof Refusal ? found : undefined);
    };
    const change = { cluster: name, operation: 'scale control plane', call, unless };
    await this.locks.hold(change, async (cluster) => {
      const target = await this.controlPlane(cluster);
      refuse(parityFaults(target, replicas));
      await this.scale(kinds.controlPlane, target, replicas);
      return cluster;
    });
  }

  private async controlPlane(cluster: ChangeTarget): Promise<ChangeTarget> {
    const named = controlPlaneName(cluster);
    if (named instanceof Refusal) throw named;
    const target = await this.objects.read(kinds.controlPlane, named);
    const what = `KubeadmControlPlane "${named}"`;
    if (!target) throw targetMissing({ cluster: cluster.metadata.name, what });
    const refusal = unscalableControlPlane(cluster, target);
    if (refusal) throw refusal;
    return target;
  }

  private async scale(kind: Kind, target: ChangeTarget, replicas: number): Promise<void> {
    const shows = (now: ChangeTarget) => now.spec?.replicas === replicas;
    await this.objects.patch({
      kind,
      target,
      patch: scaledTo(replicas),
      shows,
      refused: admission,
    });
  }

  /** As it is now; undefined when it is gone. A controller that writes to it meanwhile is no hindrance. */
  private async unpaused({ metadata: { name, uid } }: ChangeTarget) {
    for (let tries = 1; ; tries++) {
      const now = await this.objects.read(kinds.cluster, name);
      if (now?.metadata.uid !== uid) return undefined;
      if (!now.spec?.paused) return now;
      try {
        return await this.paused(now, false);
      } catch (error) {
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  private paused(cluster: ChangeTarget, paused: boolean): Promise<ChangeTarget> {
    return this.objects.patch({
      kind: kinds.cluster,
      target: cluster,
      patch: clusterPause(paused),
      shows: ({ spec }) => (spec?.paused ?? false) === paused,
    });
  }
}

function checked(replicas: number | undefined): number {
  refuse(replicaFaults(replicas));
  return replicas ?? 0;
}

function refuse(faults: Parameters<typeof validationFailed>[0]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

const admission = (status: StatusError): Refusal | undefined =>
  isInadmissible(status) ? admissionRejected({ because: status.message }, status) : undefined;
