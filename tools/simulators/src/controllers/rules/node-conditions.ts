import { timestamp, type KubeObject, type Tree } from '../../api/index.js';
import { conditionOf, isDeleting, isSet, isTrue, textAt, type Told } from '../objects/index.js';
import { type Scene } from './scene.js';

/** NodeReady and NodeHealthy of a Machine, or why nobody knows. Source: Cluster API 1.14. */
export function nodeConditions(scene: Scene, machine: KubeObject): Told[] {
  const { cluster, workload, delays } = scene;
  const both = (status: string, reason: string, message: string): Told[] =>
    ['NodeReady', 'NodeHealthy'].map((type) => ({ type, status, reason, message }));
  const kept = ['NodeReady', 'NodeHealthy'].flatMap((type) => conditionOf(machine, type) ?? []);
  const unlessKept = (reason: string, message: string) =>
    kept.length === 2 ? kept : both('Unknown', reason, message);
  if (cluster && !isSet(cluster, 'status', 'initialization', 'infrastructureProvisioned'))
    return both(
      'Unknown',
      'InspectionFailed',
      'Waiting for Cluster status.initialization.infrastructureProvisioned to be true',
    );
  if (cluster && !isTrue(cluster, 'ControlPlaneInitialized'))
    return both(
      'Unknown',
      'InspectionFailed',
      'Waiting for Cluster control plane to be initialized',
    );
  if (workload.lastProbe === undefined || workload.silence === undefined)
    return unlessKept('ConnectionDown', 'Remote connection not established yet');
  const last = `Last successful probe at ${timestamp(workload.lastProbe)}`;
  if (workload.silence > delays.nodeGrace) return both('Unknown', 'ConnectionDown', last);
  if (!workload.connected) return unlessKept('ConnectionDown', last);
  const name = textAt(machine, 'status', 'nodeRef', 'name');
  const node = name === undefined ? undefined : workload.nodes.get(name);
  if (node) return [nodeReady(node), nodeHealthy(node)];
  if (name !== undefined) {
    const still = isDeleting(machine) ? '' : ' while the Machine still exists';
    return both('False', 'NodeDeleted', `Node ${name} has been deleted${still}`);
  }
  if (isDeleting(machine)) return both('Unknown', 'NodeDoesNotExist', 'Node does not exist');
  const providerID = textAt(machine, 'spec', 'providerID');
  return both(
    'Unknown',
    'InspectionFailed',
    providerID === undefined
      ? 'Waiting for XOMachine to report spec.providerID'
      : `Waiting for a Node with spec.providerID ${providerID} to exist`,
  );
}

const partsOf = (node: KubeObject): readonly Tree[] =>
  (node.status?.['conditions'] ?? []) as Tree[];

function nodeReady(node: KubeObject): Told {
  const type = 'NodeReady';
  const ready = partsOf(node).find((part) => part['type'] === 'Ready');
  if (!ready)
    return {
      type,
      status: 'Unknown',
      reason: 'NodeReadyUnknown',
      message: '* Node.Ready: Condition not yet reported',
    };
  const status = String(ready['status']);
  const reason = { True: 'NodeReady', False: 'NodeNotReady' }[status] ?? 'NodeReadyUnknown';
  const text =
    status !== 'True' && ready['message'] ? `* Node.Ready: ${String(ready['message'])}` : '';
  return { type, status, reason, message: text };
}

/** Ready and the three pressures together. */
function nodeHealthy(node: KubeObject): Told {
  const wanted = {
    Ready: 'True',
    MemoryPressure: 'False',
    DiskPressure: 'False',
    PIDPressure: 'False',
  };
  const wrong = Object.entries(wanted).flatMap(([part, good]) => {
    const found = partsOf(node).find((one) => one['type'] === part);
    const status = found ? String(found['status']) : 'Unknown';
    if (status === good) return [];
    const why = found
      ? String(found['message'] || `Condition is ${status}`)
      : 'Condition not yet reported';
    return [{ status, line: `* Node.${part}: ${why}` }];
  });
  const type = 'NodeHealthy';
  if (wrong.length === 0) return { type, status: 'True', reason: 'NodeHealthy', message: '' };
  const message = wrong.map(({ line }) => line).join('\n');
  return wrong.some(({ status }) => status !== 'Unknown')
    ? { type, status: 'False', reason: 'NodeNotHealthy', message }
    : { type, status: 'Unknown', reason: 'NodeHealthUnknown', message };
}
