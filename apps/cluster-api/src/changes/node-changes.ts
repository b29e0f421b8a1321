import { type ChangeTarget, kinds, machinePause, pausedAnnotation } from '@slipway/capi';
import { type CallContext, nodeNotFound } from '@slipway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  FOR_MANAGING_CLUSTER_MACHINES,
  FOR_MANAGING_CLUSTER_RESOURCES,
  type ForChangingNodes,
  type ForManagingClusterMachines,
  type ForManagingClusterResources,
} from '../ports.js';

import { ManagementObjects } from './management-objects.js';
import { MutationLocks } from './mutation-locks.js';

/** Changes of one Machine, under the reservation of its cluster. */
@Injectable()
export class NodeChanges implements ForChangingNodes {
  constructor(
    @Inject(FOR_MANAGING_CLUSTER_RESOURCES) private readonly clusters: ForManagingClusterResources,
    @Inject(FOR_MANAGING_CLUSTER_MACHINES) private readonly known: ForManagingClusterMachines,
    @Inject(ManagementObjects) private readonly objects: ManagementObjects,
    @Inject(MutationLocks) private readonly locks: MutationLocks,
  ) {}

  /** Cluster API drains and cleans up; the owner may build a replacement. */
  delete(cluster: string, node: string, call: CallContext): Promise<void> {
    return this.change({ cluster, node, operation: 'delete node', call }, (machine) =>
      this.objects.remove(kinds.machine, machine),
    );
  }

  pause(cluster: string, node: string, paused: boolean, call: CallContext): Promise<void> {
    const operation = paused ? 'pause node' : 'resume node';
    return this.change({ cluster, node, operation, call }, async (target) => {
      await this.objects.patch({
        kind: kinds.machine,
        target,
        patch: machinePause(paused),
        shows: ({ metadata }) =>
          (metadata.annotations?.[pausedAnnotation] !== undefined) === paused,
      });
    });
  }

  private async change(
    {
      cluster: clusterRef,
      node,
      operation,
      call,
    }: { cluster: string; node: string; operation: string; call: CallContext },
    work: (machine: ChangeTarget) => Promise<void>,
  ): Promise<void> {
    const cluster = this.clusters.get(clusterRef).name;
    const known = this.known.get(node);
    if (known.cluster !== cluster) throw nodeNotFound({ node });
    await this.locks.hold({ cluster, operation, call }, async (locked) => {
      const machine = await this.objects.read(kinds.machine, known.name);
      // Of another cluster by now, or gone.
      if (machine?.spec?.clusterName !== cluster) throw nodeNotFound({ node });
      await work(machine);
      return locked;
    });
  }
}
