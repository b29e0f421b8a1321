export {
  attachedNodes,
  projectAttachment,
  type AttachableMachine,
  type AttachedNode,
  type Attachment,
} from './attachments.js';
export { projectVolume } from './project-volume.js';
export { parseQuantity } from './quantity.js';
export { volumeSourceTypes, xenOrchestraDriver } from './source.js';
