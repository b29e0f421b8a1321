import { fieldsOf, textOf } from '../kubernetes/index.js';

/** A Kubernetes Node of a workload cluster. */
export interface WorkloadNode {
  readonly name: string;
  readonly unschedulable: boolean;
}

/** Reads a Node as the API server sends it; undefined for what is not one. */
export function projectWorkloadNode(raw: unknown): WorkloadNode | undefined {
  const { metadata, spec } = fieldsOf(raw);
  const name = textOf(fieldsOf(metadata)['name']);
  return name === undefined
    ? undefined
    : { name, unschedulable: fieldsOf(spec)['unschedulable'] === true };
}

/**
 * The name of the Node that this Pod is leaving: it is assigned there and its deletion has started.
 * Undefined for every other Pod, so that a list of ten thousand keeps only these.
 */
export function projectDeparture(rawPod: unknown): string | undefined {
  const { metadata, spec } = fieldsOf(rawPod);
  return textOf(fieldsOf(metadata)['deletionTimestamp']) === undefined
    ? undefined
    : textOf(fieldsOf(spec)['nodeName']);
}
