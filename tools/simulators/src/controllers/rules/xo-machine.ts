import { type KubeObject } from '../../api/index.js';
import {
  conditionsWith,
  controlledBy,
  edited,
  finalizers,
  isDeleting,
  isSet,
  no,
  textAt,
  withFinalizer,
  withoutFinalizer,
  yes,
} from '../objects/index.js';
import { addressOf, virtualMachineOf } from './virtual-machine.js';
import { type Scene, type Verdict } from './scene.js';

/** XOMachine: the virtual machine behind a Machine, started with its bootstrap data; paused or not. */
export function reconcileInfraMachine(scene: Scene, infrastructure: KubeObject): Verdict {
  const { uid, name } = infrastructure.metadata;
  if (isDeleting(infrastructure)) {
    if (!scene.passed(`${uid}/stop`, scene.delays.vmStop)) return {};
    return { after: withoutFinalizer(infrastructure, finalizers.infrastructureMachine) };
  }
  const machine = scene.machines.find((one) => one.metadata.name === name);
  if (!machine) return {};
  // The owner of the Machine made it; from now on it goes with the Machine.
  const owned = edited(withFinalizer(infrastructure, finalizers.infrastructureMachine), {
    metadata: { ownerReferences: [controlledBy(machine)] },
  });
  if (isSet(infrastructure, 'status', 'initialization', 'provisioned')) return { after: owned };
  const data = textAt(machine, 'spec', 'bootstrap', 'dataSecretName');
  const waiting = (reason: string) => ({
    after: edited(owned, {
      status: { conditions: conditionsWith(owned, scene.now, [no('Ready', reason)]) },
    }),
  });
  if (data === undefined) return waiting('WaitingForBootstrapData');
  if (!scene.passed(`${uid}/start`, scene.delays.vmStart)) return waiting('WaitingForIPAddress');
  const { poolId, vmId } = virtualMachineOf(infrastructure);
  const providerID = `xenorchestra://${poolId}/${vmId}`;
  const address = addressOf(scene, infrastructure);
  const provided = edited(owned, { spec: { providerID } });
  return {
    after: edited(provided, {
      status: {
        ready: true,
        providerID,
        initialization: { provisioned: true },
        addresses: [{ type: 'InternalIP', address }],
        conditions: conditionsWith(provided, scene.now, [yes('Ready', 'VmReady')]),
      },
    }),
  };
}
