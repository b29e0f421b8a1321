import { fieldsOf, listOf, textOf, type Fields } from '../kubernetes/index.js';

const phases = new Map(
  [
    'Pending',
    'Provisioning',
    'Provisioned',
    'Running',
    'Updating',
    'Deleting',
    'Deleted',
    'Failed',
    'Unknown',
  ].map((phase) => [phase, phase]),
);

/**
 * The public status of a node. Once the Kubernetes Node has registered only its readiness counts, as
 * Cluster API mirrors it in NodeReady: a deleting Machine stays Ready while its Node is, and the
 * Machine's own Ready condition and phase say otherwise. Before that it is Cluster API's phase.
 */
export function nodeStatus(status: Fields): string {
  if (textOf(fieldsOf(status['nodeRef'])['name']) !== undefined) return readiness(status);
  const phase = textOf(status['phase']);
  return phase === undefined ? 'Pending' : (phases.get(phase) ?? 'Unknown');
}

function readiness(status: Fields): string {
  const nodeReady = listOf(status['conditions']).find(
    (condition) => fieldsOf(condition)['type'] === 'NodeReady',
  );
  const state = fieldsOf(nodeReady)['status'];
  if (state === 'True') return 'Ready';
  return state === 'False' ? 'NotReady' : 'Unknown';
}
