import { isUuid } from '../ids/index.js';

const scheme = 'xenorchestra://';

/**
 * The VM's UUID in a Xen Orchestra provider id, `xenorchestra://<pool>/<vm>`, in the case it is
 * written; undefined for other providers and for what isn't a UUID. Source: VMK Engine, `vm_id`.
 */
export function vmId(providerId: string | undefined): string | undefined {
  if (!providerId?.startsWith(scheme)) return undefined;
  const vm = providerId.slice(providerId.lastIndexOf('/') + 1);
  return isUuid(vm) ? copied(vm) : undefined;
}

/** A slice keeps the whole text alive behind it; ten thousand Machines would keep all provider ids. */
function copied(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
