import { type MachineRecord } from '@slipway/capi';
import { nodeNotFound } from '@slipway/contracts';
import { type ProjectedStore } from '@slipway/kube';
import { type ForManagingClusterMachines } from '../ports.js';

export class MachineClient implements ForManagingClusterMachines {
  constructor(private readonly store: ProjectedStore<MachineRecord>) {}

  list(): readonly MachineRecord[] {
    return this.store.values();
  }

  ofCluster(cluster: string): readonly MachineRecord[] {
    return this.store.inGroup(cluster);
  }

  get(ref: string): MachineRecord {
    const machine = this.store.byId(ref.toLowerCase()) ?? this.store.get(ref);
    if (!machine) throw nodeNotFound({ node: ref });
    return machine;
  }
}
