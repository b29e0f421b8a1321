import { type NodeDrainParams, type ValidationFault } from '@slipway/contracts';
import { type DrainFlags } from '../drain/index.js';
import { firstFault } from '../creation/index.js';

const usualSeconds = 300;
const mostSeconds = 1800;

/** A drain as it was asked for, defaults included. */
export interface DrainRequest {
  readonly seconds: number;
  readonly flags: DrainFlags;
}

/** The request, or its faults. A time of zero means the default. Source: VMK Engine. */
export function drainRequest(
  params: NodeDrainParams,
): DrainRequest | { readonly faults: readonly ValidationFault[] } {
  const { timeout_seconds: given = 0 } = params;
  const struct = 'NodeDrainParams';
  const field = 'TimeoutSeconds';
  const rules = [
    { tag: 'min', param: '0', accepts: (seconds: number) => seconds >= 0 },
    { tag: 'max', param: `${mostSeconds}`, accepts: (seconds: number) => seconds <= mostSeconds },
  ];
  const faults = firstFault({ struct, field, value: given, rules });
  if (faults.length > 0) return { faults };
  const { ignore_daemon_sets = false, delete_empty_dir_data = false, force = false } = params;
  return {
    seconds: given || usualSeconds,
    flags: { ignore_daemon_sets, delete_empty_dir_data, force },
  };
}
