import { at, type KubeObject } from '../../api/index.js';
import { conditionOf, isTrue } from '../objects/index.js';

const counters = (cluster: KubeObject, side: string) =>
  ['desiredReplicas', 'replicas', 'readyReplicas', 'availableReplicas', 'upToDateReplicas'].map(
    (counter) => at(cluster, 'status', side, counter),
  );

/** Available, and all counters of both sides as wanted. */
export const isWhole = (controlPlanes: number, workers: number) => (cluster: KubeObject) =>
  isTrue(cluster, 'Available') &&
  counters(cluster, 'controlPlane').every((count) => count === controlPlanes) &&
  counters(cluster, 'workers').every((count) => count === workers);

export const reasonOf = (type: string) => (object: KubeObject) => conditionOf(object, type)?.reason;

export const statusOf = (type: string) => (object: KubeObject) => conditionOf(object, type)?.status;

export const phaseOf = (object: KubeObject) => at(object, 'status', 'phase');
