import { timestamp, type KubeObject, type Tree } from '../../api/index.js';
import {
  conditionsWith,
  edited,
  finalizers,
  isDeleting,
  isSet,
  labels,
  textAt,
  treeAt,
  withFinalizer,
  withLabels,
  withoutAnnotation,
  withoutFinalizer,
} from '../objects/index.js';
import { machineConditions } from './machine-conditions.js';
import { machineDeletion, mayCleanUp } from './machine-deletion.js';
import { annotations } from '../objects/index.js';
import { isControlPlane } from './members.js';
import { nodeOf } from './nodes.js';
import { isPaused, onlyPaused } from './paused.js';
import { type Scene, type Verdict } from './scene.js';

/** Machine: bootstrap data, virtual machine, Node, phases, and its deletion step by step. */
export function reconcileMachine(scene: Scene, machine: KubeObject): Verdict {
  if (!scene.cluster && !isDeleting(machine)) return {};
  if (isPaused(scene, machine)) return { after: onlyPaused(scene, machine) };
  const deletion = isDeleting(machine) ? machineDeletion(scene, machine) : undefined;
  const provided = deletion ? machine : provide(scene, machine);
  const node = nodeOf(scene, provided);
  const phase = phaseOf(provided, node);
  const seen = edited(provided, {
    status: {
      phase,
      ...(phase === textAt(machine, 'status', 'phase')
        ? {}
        : { lastUpdated: timestamp(scene.now) }),
      ...(node
        ? { nodeRef: { name: node.metadata.name }, nodeInfo: node.status?.['nodeInfo'] }
        : {}),
      observedGeneration: machine.metadata.generation,
      ...(deletion?.status ? { deletion: deletion.status } : {}),
    },
  });
  const told = machineConditions(scene, seen, deletion);
  const after = edited(seen, { status: { conditions: conditionsWith(seen, scene.now, told) } });
  if (!deletion) return { after: withFinalizer(labelled(scene, after), finalizers.machine) };
  const cleaned = mayCleanUp(scene, machine)
    ? withoutAnnotation(after, annotations.cleanupHook)
    : after;
  return {
    after: deletion.completed ? withoutFinalizer(cleaned, finalizers.machine) : cleaned,
    remove: deletion.remove,
  };
}

const labelled = ({ cluster }: Scene, machine: KubeObject): KubeObject =>
  cluster ? withLabels(machine, { [labels.cluster]: cluster.metadata.name }) : machine;

/** Takes over what the bootstrap provider and the infrastructure have ready. */
function provide(scene: Scene, machine: KubeObject): KubeObject {
  const infrastructure = scene.infraMachines.get(machine.metadata.name);
  const bootstrap = treeAt(machine, 'spec', 'bootstrap');
  const data = bootstrap['dataSecretName'] ?? bootstrapData(scene, machine);
  const before = treeAt(machine, 'status', 'initialization');
  const provisioned =
    data !== undefined && isSet(infrastructure, 'status', 'initialization', 'provisioned');
  const providerID = textAt(infrastructure, 'spec', 'providerID');
  const initialization: Tree = {
    ...before,
    ...(data === undefined ? {} : { bootstrapDataSecretCreated: true }),
    ...(provisioned ? { infrastructureProvisioned: true } : {}),
  };
  return edited(machine, {
    spec: {
      ...(data === undefined ? {} : { bootstrap: { ...bootstrap, dataSecretName: data } }),
      ...(provisioned && providerID ? { providerID } : {}),
    },
    status: {
      initialization: Object.keys(initialization).length > 0 ? initialization : undefined,
      ...(provisioned ? { addresses: addressesOf(scene, machine, infrastructure) } : {}),
    },
  });
}

/** The first control plane Machine may begin at once; those that join wait for what they join. */
function bootstrapData({ cluster }: Scene, machine: KubeObject): string | undefined {
  const needed = isControlPlane(machine) ? 'infrastructureProvisioned' : 'controlPlaneInitialized';
  return isSet(cluster, 'status', 'initialization', needed) ? machine.metadata.name : undefined;
}

/** Addresses that the Machine has already stay: those of the infrastructure come first. */
function addressesOf(scene: Scene, machine: KubeObject, infrastructure: KubeObject | undefined) {
  const own = (treeAt(infrastructure, 'status')['addresses'] ?? []) as Tree[];
  const node = nodeOf(scene, machine);
  const hostname = node?.metadata.name ?? textAt(machine, 'status', 'nodeRef', 'name');
  return [...own, ...(hostname ? [{ type: 'Hostname', address: hostname }] : [])];
}

function phaseOf(machine: KubeObject, node: KubeObject | undefined): string {
  const initialized = (mark: string) => isSet(machine, 'status', 'initialization', mark);
  if (isDeleting(machine)) return 'Deleting';
  const hasNode = node !== undefined || treeAt(machine, 'status')['nodeRef'] !== undefined;
  if (hasNode && initialized('infrastructureProvisioned')) return 'Running';
  if (textAt(machine, 'spec', 'providerID') !== undefined) return 'Provisioned';
  if (initialized('bootstrapDataSecretCreated')) return 'Provisioning';
  return textAt(machine, 'status', 'phase') ?? 'Pending';
}
