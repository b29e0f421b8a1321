export {
  controlPlaneLabel,
  nodeDetail,
  nodeWith,
  pausedAnnotation,
  projectMachine,
  type MachineRecord,
  type ManagedNode,
  type NodeState,
} from './project-machine.js';
