import { canonicalAddress } from '../../kubernetes/index.js';

/** An IPv4 or IPv6 range such as `10.244.0.0/16`; host bits may be set, as Go allows. */
export function isCidr(text: string): boolean {
  const [address = '', length, more] = text.split('/');
  if (length === undefined || more !== undefined || !/^(?:0|[1-9]\d{0,2})$/.test(length))
    return false;
  const bits = address.includes(':') ? 128 : 32;
  return canonicalAddress(address) !== undefined && Number(length) <= bits;
}
