import { canonicalAddress, fieldsOf, textOf } from '../kubernetes/index.js';

/**
 * A Machine's internal and external IP addresses in their order, each once even when spelled in two
 * ways; hostnames and what isn't an address are left out. Undefined when none is left. Source: VMK Engine, `ips`.
 */
export function ipAddresses(addresses: readonly unknown[]): string[] | undefined {
  const ips: string[] = [];
  const seen: string[] = [];
  for (const { type, address } of addresses.map(fieldsOf)) {
    if (type !== 'InternalIP' && type !== 'ExternalIP') continue;
    const text = textOf(address) ?? '';
    const canonical = canonicalAddress(text);
    if (canonical === undefined || seen.includes(canonical)) continue;
    seen.push(canonical);
    ips.push(text);
  }
  // Copied, since a list that grew keeps room for sixteen more, in each of ten thousand Machines.
  return ips.length > 0 ? [...ips] : undefined;
}
