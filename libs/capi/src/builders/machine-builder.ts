import { controlPlaneLabel, pausedAnnotation } from '../machine/index.js';
import { clusterNameLabel } from './raw-cluster.js';
import {
  conditionObject,
  withCondition,
  type ConditionDetails,
  type ConditionObject,
  type ConditionStatus,
} from './conditions.js';
import { type KubernetesObject } from './kubernetes-object.js';
import { ObjectBuilder, served, uidOf } from './object-builder.js';

export type MachineAddressType =
  'Hostname' | 'ExternalIP' | 'InternalIP' | 'ExternalDNS' | 'InternalDNS';

export interface MachineAddressObject {
  type: MachineAddressType;
  address: string;
}

export type RawMachine = KubernetesObject & {
  spec: {
    clusterName: string;
    bootstrap: { dataSecretName: string };
    infrastructureRef: { apiGroup: string; kind: string; name: string };
    version?: string;
    providerID?: string;
  };
  status: {
    phase?: string;
    observedGeneration?: number;
    initialization?: { infrastructureProvisioned?: boolean; bootstrapDataSecretCreated?: boolean };
    nodeRef?: { name: string };
    addresses?: MachineAddressObject[];
    conditions?: ConditionObject[];
  };
};

const pool = '11111111-0000-4000-8000-000000000001';

/** The VM behind a Machine of this name, as the builders have it. */
export const vmOf = (machine: string): string => uidOf('VM', machine);

/** A Machine of `cluster.x-k8s.io/v1beta2`; from the start a worker whose Node is ready. */
export function aMachine(name = 'demo-md-0-abcde', cluster = 'demo'): MachineBuilder {
  return new MachineBuilder(() => readyWorker(name, cluster));
}

export class MachineBuilder extends ObjectBuilder<RawMachine> {
  inCluster(cluster: string): this {
    return this.label(clusterNameLabel, cluster).with(
      (draft) => (draft.spec.clusterName = cluster),
    );
  }

  controlPlane(): this {
    return this.label(controlPlaneLabel, '');
  }

  /** The Machine's own pause; any value counts. */
  paused(value = ''): this {
    return this.annotation(pausedAnnotation, value);
  }

  version(version: string | undefined): this {
    return this.with((draft) => {
      delete draft.spec.version;
      if (version !== undefined) draft.spec.version = version;
    });
  }

  /** The provider id as it stands; undefined takes it away, as before the VM exists. */
  providerID(providerID: string | undefined): this {
    return this.with((draft) => {
      delete draft.spec.providerID;
      if (providerID !== undefined) draft.spec.providerID = providerID;
    });
  }

  vm(uuid: string): this {
    return this.providerID(`xenorchestra://${pool}/${uuid}`);
  }

  phase(phase: string | undefined): this {
    return this.with((draft) => {
      delete draft.status.phase;
      if (phase !== undefined) draft.status.phase = phase;
    });
  }

  /** Registered as this Kubernetes Node. */
  node(name: string): this {
    return this.with((draft) => (draft.status.nodeRef = { name }));
  }

  nodeReady(status: ConditionStatus): this {
    return this.condition('NodeReady', status);
  }

  /** Before the Node registers: no Node, no addresses and nothing known of its readiness. */
  unregistered(phase: string | undefined = 'Provisioned'): this {
    return this.with((draft) => {
      delete draft.status.nodeRef;
      delete draft.status.addresses;
      draft.status.conditions = [];
    }).phase(phase);
  }

  addresses(...addresses: readonly [type: MachineAddressType, address: string][]): this {
    return this.with((draft) => {
      draft.status.addresses = addresses.map(([type, address]) => ({ type, address }));
    });
  }

  condition(type: string, status: ConditionStatus, details: ConditionDetails = {}): this {
    return this.with((draft) => {
      const condition = conditionObject(type, status, {
        observedGeneration: draft.metadata.generation,
        ...details,
      });
      draft.status.conditions = withCondition(draft.status.conditions, condition);
    });
  }

  withoutCondition(type: string): this {
    return this.with((draft) => {
      draft.status.conditions = (draft.status.conditions ?? []).filter(
        (each) => each.type !== type,
      );
    });
  }
}

function readyWorker(name: string, cluster: string): RawMachine {
  const types = ['Available', 'Ready', 'UpToDate', 'BootstrapConfigReady', 'InfrastructureReady'];
  return served(
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Machine',
      spec: {
        clusterName: cluster,
        bootstrap: { dataSecretName: name },
        infrastructureRef: {
          apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
          kind: 'XOMachine',
          name,
        },
        version: 'v1.36.8',
        providerID: `xenorchestra://${pool}/${vmOf(name)}`,
      },
      status: {
        phase: 'Running',
        observedGeneration: 1,
        initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true },
        nodeRef: { name },
        addresses: [
          { type: 'InternalIP', address: '10.30.138.21' },
          { type: 'Hostname', address: name },
        ],
        conditions: [...types, 'NodeReady', 'NodeHealthy'].map((type) =>
          conditionObject(type, 'True', { observedGeneration: 1 }),
        ),
      },
    },
    { name, namespace: 'capi-system', labels: { [clusterNameLabel]: cluster } },
  );
}
