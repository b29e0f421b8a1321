import { type KubeObject, type Tree } from '../api/index.js';
import {
  apiVersionIn,
  clusterNameLabel,
  conditionsOf,
  controlledBy,
  groups,
  metadataOf,
  reference,
  type Setting,
} from './metadata.js';
import { suffixOf } from './names.js';
import { type ClusterPlan } from './plan.js';
import { converged, machinesGood, selectorText, settled, type Child } from './rest.js';

export function machineDeployment(plan: ClusterPlan, setting: Setting, child: Child): KubeObject {
  const { name, version, workers } = plan;
  const deployment = `${name}-md-0`;
  const labels = {
    [clusterNameLabel]: name,
    'cluster.x-k8s.io/deployment-name': deployment,
  };
  return {
    apiVersion: apiVersionIn('core'),
    kind: 'MachineDeployment',
    metadata: child(deployment, {
      labels,
      annotations: { 'machinedeployment.clusters.x-k8s.io/revision': '1' },
      finalizers: ['cluster.x-k8s.io/machinedeployment'],
    }),
    spec: {
      clusterName: name,
      replicas: workers,
      rollout: {
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: workerSpec(name, version) },
    },
    status: {
      ...converged(workers, version),
      selector: selectorText(labels),
      observedGeneration: 1,
      phase: 'Running',
      conditions: conditionsOf(setting, 1, 'Available', ...machinesGood, ...settled),
    },
  };
}

export function machineSet(
  plan: ClusterPlan,
  setting: Setting,
  deployment: KubeObject,
): KubeObject {
  const { name, version, workers } = plan;
  const setName = `${deployment.metadata.name}-${suffixOf(name, 'set')}`;
  const labels = { ...deployment.metadata.labels, 'cluster.x-k8s.io/set-name': setName };
  return {
    apiVersion: apiVersionIn('core'),
    kind: 'MachineSet',
    metadata: metadataOf(setting, setName, {
      minutes: 1,
      labels,
      ownerReferences: [controlledBy(deployment)],
    }),
    spec: {
      clusterName: name,
      replicas: workers,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: workerSpec(name, version) },
    },
    status: {
      ...converged(workers, version),
      selector: selectorText(labels),
      observedGeneration: 1,
      conditions: conditionsOf(
        setting,
        1,
        ...machinesGood,
        '!ScalingUp',
        '!ScalingDown',
        '!Deleting',
        '!Paused',
      ),
    },
  };
}

const workerSpec = (name: string, version: string): Tree => ({
  clusterName: name,
  version,
  bootstrap: { configRef: reference(groups.bootstrap, 'KubeadmConfigTemplate', `${name}-worker`) },
  infrastructureRef: reference(groups.vates, 'XOMachineTemplate', `${name}-worker`),
});
