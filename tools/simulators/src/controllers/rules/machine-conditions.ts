import { type KubeObject, type Tree } from '../../api/index.js';
import {
  conditionOf,
  isDeleting,
  isSet,
  no,
  numberAt,
  summary,
  treeAt,
  yes,
  type Told,
} from '../objects/index.js';
import { componentHealth } from './control-plane-health.js';
import { type MachineDeletion } from './machine-deletion.js';
import { nodeConditions } from './node-conditions.js';
import { upToDate } from './outdated.js';
import { pausedCondition } from './paused.js';
import { type Scene } from './scene.js';

/** All conditions of a Machine that is not paused. Source: Cluster API 1.14. */
export function machineConditions(
  scene: Scene,
  machine: KubeObject,
  deletion: MachineDeletion | undefined,
): Told[] {
  const deleting = deletion ? yes('Deleting', deletion.reason, deletion.message) : no('Deleting');
  const current = isDeleting(machine) ? conditionOf(machine, 'UpToDate') : upToDate(scene, machine);
  const parts = [
    deleting,
    no('Updating'),
    bootstrapReady(machine),
    infrastructureReady(scene, machine),
    ...nodeConditions(scene, machine),
    ...componentHealth(scene, machine),
  ];
  const ready = readiness(machine, parts, deletion);
  return [
    availability(scene, machine, ready),
    ready,
    ...(current ? [current] : []),
    ...parts,
    pausedCondition(scene, machine),
  ];
}

function bootstrapReady(machine: KubeObject): Told {
  const type = 'BootstrapConfigReady';
  const bootstrap = treeAt(machine, 'spec', 'bootstrap');
  if (!bootstrap['configRef']) return yes(type, 'DataSecretProvided');
  return isSet(machine, 'status', 'initialization', 'bootstrapDataSecretCreated')
    ? yes(type, 'Ready')
    : no(type, 'NotReady', 'KubeadmConfig status.initialization.dataSecretCreated is false');
}

/** What the XOMachine says of itself. */
function infrastructureReady(scene: Scene, machine: KubeObject): Told {
  const type = 'InfrastructureReady';
  const infrastructure = scene.infraMachines.get(machine.metadata.name);
  const was = isSet(machine, 'status', 'initialization', 'infrastructureProvisioned');
  if (infrastructure) {
    const told = conditionOf(infrastructure, 'Ready');
    return told
      ? { ...told, type }
      : no(type, 'NotReady', 'XOMachine status.initialization.provisioned is false');
  }
  if (!was) return no(type, 'DoesNotExist', 'XOMachine does not exist');
  const still = isDeleting(machine) ? '' : ' while the Machine still exists';
  return no(type, 'Deleted', `XOMachine has been deleted${still}`);
}

const gates = [
  'Deleting',
  'Updating',
  'BootstrapConfigReady',
  'InfrastructureReady',
  'NodeHealthy',
];

function readiness(
  machine: KubeObject,
  parts: readonly Told[],
  deletion: MachineDeletion | undefined,
): Told {
  const own = (treeAt(machine, 'spec')['readinessGates'] ?? []) as Tree[];
  const extra = own.map(({ conditionType }) => String(conditionType));
  const healthCheck = conditionOf(machine, 'HealthCheckSucceeded');
  const gone = ['Deleted', 'DoesNotExist', 'NodeDeleted', 'NodeDoesNotExist'];
  const sources = [...gates, ...extra].map(
    (type) => parts.find((part) => part.type === type) ?? type,
  );
  const told = [...sources, ...(healthCheck ? [healthCheck] : [])]
    // What a deletion has taken away already is no news of its own.
    .filter((one) => !deletion || typeof one === 'string' || !gone.includes(one.reason))
    .map((one) =>
      deletion && typeof one !== 'string' && one.type === 'Deleting'
        ? { ...one, message: `Machine deletion in progress, stage: ${deletion.reason}` }
        : one,
    );
  const negative = own.flatMap((gate) =>
    gate['polarity'] === 'Negative' ? [String(gate['conditionType'])] : [],
  );
  return summary('Ready', told, {
    negative: ['Deleting', 'Updating', ...negative],
    reasons: { fine: 'Ready', issue: 'NotReady', unknown: 'ReadyUnknown' },
  });
}

/** Ready for as long as the Machine wants it. */
function availability({ passed }: Scene, machine: KubeObject, ready: Told): Told {
  if (ready.status !== 'True') return no('Available', 'NotReady');
  const seconds = numberAt(machine, 'spec', 'minReadySeconds') ?? 0;
  const since = conditionOf(machine, 'Ready')?.lastTransitionTime ?? 'now';
  return seconds === 0 || passed(`${machine.metadata.uid}/ready/${since}`, seconds * 1000)
    ? yes('Available')
    : no('Available', 'WaitingForMinReadySeconds');
}
