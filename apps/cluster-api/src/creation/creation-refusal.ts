import { originOf, type PlannedObject, refusedFields } from '@slipway/capi';
import {
  clusterExists,
  configurationMissing,
  fault,
  kubernetesRefused,
  Refusal,
  validationFailed,
} from '@slipway/contracts';
import { type StatusError } from '@slipway/kube';
import { isInadmissible } from '../changes/index.js';

/**
 * What Kubernetes' refusal of a planned object means to the caller. What is wrong with an object comes
 * from the configured defaults, except for the text that the request gave.
 */
export function creationRefusal(
  { role, object }: PlannedObject,
  status: StatusError,
  { vm_name_prefix: value }: { readonly vm_name_prefix: string },
): Refusal {
  const { kind, metadata } = object;
  const what = `${kind} "${metadata.name}"`;
  if (status.code === 409) {
    return role === 'cluster'
      ? clusterExists({ cluster: metadata.name })
      : // Of a creation at the same time, or left by one before.
        new Refusal(clusterExists, `${what} exists already; a new cluster needs its name`, {
          cause: status,
        });
  }
  if (!isInadmissible(status)) return kubernetesRefused({ what, because: status.message }, status);
  const fields = refusedFields({ message: status.message, causes: status.details.causes });
  const origins = fields.map((field) => ({ field, origin: originOf({ role, field }) }));
  if (origins.some(({ origin }) => origin && 'param' in origin)) {
    const named = { struct: 'ClusterCreateParams', field: 'VMNamePrefix', tag: 'accepted', value };
    return validationFailed([fault(named)], status);
  }
  const places = origins.map(({ field, origin }) =>
    origin && 'key' in origin ? `key ${origin.key}, field ${field}` : `field ${field}`,
  );
  const place = places.length > 0 ? ` (${places.join('; ')})` : '';
  const because = `Kubernetes refuses ${what}${place} made of ConfigMap "cluster-defaults"`;
  return configurationMissing({ because }, status);
}
