import { changeErrors } from './change-errors.js';
import * as common from './errors.js';

/** Every kind of refusal that any edge may send; tests walk it. */
export const errorTable: readonly common.RefusalFactory<never>[] = [
  common.badRequest,
  common.bodyTooLarge,
  common.clusterNotFound,
  common.deadlineExceeded,
  common.decodingFailed,
  common.interrupted,
  common.kubeconfigUnavailable,
  common.managementUnavailable,
  common.methodNotAllowed,
  common.nodeNotFound,
  common.outcomeUnknown,
  common.routeNotFound,
  common.serviceUnavailable,
  common.tagNotFound,
  common.unexpectedFault,
  common.unsupportedMediaType,
  common.validationFailed,
  common.workloadUnavailable,
  ...changeErrors,
];
