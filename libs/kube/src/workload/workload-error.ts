import { WaitTimeout } from '@slipway/service';
import { KubeconfigError } from '../credentials/index.js';
import { StatusError, UnreachableError } from '../rest/index.js';
import { BulkheadFull } from './bulkhead.js';

/** A workload cluster can't be used now; `because` is for a person and holds no secret. */
export class WorkloadError extends Error {
  override readonly name = 'WorkloadError';

  constructor(
    readonly because: string,
    cause?: unknown,
  ) {
    super(because, cause === undefined ? undefined : { cause });
  }
}

/**
 * What stopped an operation on a workload cluster, in a person's words. Undefined for what is no fault
 * of the cluster: the caller left, or a defect of ours.
 */
export function workloadError(error: unknown): WorkloadError | undefined {
  if (error instanceof WorkloadError) return error;
  const because = becauseOf(error);
  return because === undefined ? undefined : new WorkloadError(because, error);
}

function becauseOf(error: unknown): string | undefined {
  if (error instanceof UnreachableError) return `API unreachable (${error.because})`;
  if (error instanceof KubeconfigError) return `kubeconfig unusable: ${error.because}`;
  if (error instanceof WaitTimeout) return `no answer within ${error.milliseconds / 1000} s`;
  if (error instanceof BulkheadFull) return 'too many operations are waiting for this cluster';
  if (error instanceof StatusError) return refusalOf(error);
  return undefined;
}

function refusalOf({ code, message }: StatusError): string {
  if (code === 401) return 'credentials refused (401)';
  if (code !== 403) return `API answered ${code}: ${message}`;
  // Kubernetes' own sentence: … cannot list resource "pods" in API group "" at the cluster scope
  const [, verb, resource] = /cannot (\w+) resource "([^"]+)"/.exec(message) ?? [];
  return verb ? `forbidden to ${verb} ${resource} (403)` : `forbidden (403): ${message}`;
}
