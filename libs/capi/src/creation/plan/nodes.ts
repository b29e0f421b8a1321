import { type Block } from '../defaults/index.js';
import {
  bootstrapTemplate,
  controlPlane,
  machineDeployment,
  referenceTo,
  xoMachineTemplate,
} from '../../kinds.js';
import { clusterNameLabel, ownedObject, type Owner, type PlannedObject } from './planned-object.js';

/** What the control plane and the workers have alike; `version` has its `v`. */
interface Group {
  readonly name: string;
  readonly replicas: number;
  readonly version: string;
  readonly owner: Owner;
}

// Rollout strategies are Cluster API's own defaults; spelled out, they hold where its webhooks don't run.
const surgeOfOne = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };

export function plannedWorkerBootstrap(of: {
  readonly name: string;
  readonly config: Block;
  readonly owner: Owner;
}): PlannedObject {
  const { name, config, owner } = of;
  const spec = { template: { spec: config } };
  return ownedObject({ role: 'worker-bootstrap', kind: bootstrapTemplate, name, owner, spec });
}

export function plannedControlPlane(group: Group & { readonly config: Block }): PlannedObject {
  const { name, replicas, version, owner, config } = group;
  const spec = {
    replicas,
    version,
    rollout: { strategy: surgeOfOne },
    machineTemplate: { spec: { infrastructureRef: referenceTo(xoMachineTemplate, name) } },
    kubeadmConfigSpec: config,
  };
  return ownedObject({ role: 'control-plane', kind: controlPlane, name, owner, spec });
}

export function plannedWorkers(group: Group & { readonly templates: string }): PlannedObject {
  const { name, replicas, version, owner, templates } = group;
  const labels = {
    [clusterNameLabel]: owner.name,
    'cluster.x-k8s.io/deployment-name': name,
  };
  const { type, rollingUpdate } = surgeOfOne;
  const spec = {
    clusterName: owner.name,
    replicas,
    rollout: { strategy: { type, rollingUpdate: { ...rollingUpdate, maxUnavailable: 0 } } },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        clusterName: owner.name,
        version,
        bootstrap: { configRef: referenceTo(bootstrapTemplate, templates) },
        infrastructureRef: referenceTo(xoMachineTemplate, templates),
      },
    },
  };
  return ownedObject({ role: 'workers', kind: machineDeployment, name, owner, spec });
}
