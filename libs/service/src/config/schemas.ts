import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';

const portRule = 'must be a port number, 0 to 65535';
/** 0 lets the system choose. */
export const port = z.int(portRule).min(0, portRule).max(65535, portRule);

const hostName = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/i;
/** Digits and dots alone are a mistyped address, not a name. */
const isHost = (text: string) =>
  isIP(text) !== 0 || (hostName.test(text) && !/^[\d.]+$/.test(text));
export const listenAddress = z
  .string('must be an IP address or a host name')
  .refine(isHost, 'must be an IP address or a host name');

export const absolutePath = z
  .string('must be an absolute path')
  .refine(isAbsolute, 'must be an absolute path');

const labelRule =
  'must be at most 63 lower-case letters, digits and "-", and start and end with a letter or digit';
/** A Kubernetes name by RFC 1123, as namespaces have. */
export const dnsLabel = z
  .string(labelRule)
  .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, labelRule);

export const onOff = z.boolean('must be true or false');

export function oneOf<const C extends readonly [string, ...string[]]>(...choices: C) {
  const last = choices.at(-1);
  const rest = choices.slice(0, -1).join(', ');
  return z.enum(choices, `must be ${rest ? `${rest} or ` : ''}${last}`);
}
