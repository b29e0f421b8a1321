import { isIPv6 } from 'node:net';
import { namesOf, type Setting, type SettingsTable, type Values } from '../config/setting.js';

/** A reason not to start that the operator can act on; its message is all they see. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EADDRNOTAVAIL: 'is not an address of this machine',
  EACCES: 'is reserved; ports below 1024 need a right of their own',
  ENOTFOUND: 'is a name without an address',
};

/** The failure in one line that says what to change, or undefined when it isn't a known kind. */
export function startFailureText<T extends SettingsTable>(
  error: unknown,
  table: T,
  values: Values<T>,
): string | undefined {
  if (error instanceof StartFailure) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall, address, hostname, port } = error as ListenError;
  const fault = listenFaults[code];
  if (!fault || (syscall !== 'listen' && syscall !== 'getaddrinfo')) return undefined;
  const host = address ?? hostname;
  const isAbout = (value: unknown) =>
    code === 'EADDRINUSE' || code === 'EACCES' ? value === port : value === host;
  const changing = Object.entries<Setting>(table)
    .filter(([key, { ignoredHere }]) => ignoredHere === undefined && isAbout(values[key]))
    .map(([, setting]) => namesOf(setting));
  const place = [host && isIPv6(host) ? `[${host}]` : host, port].filter(
    (part) => part !== undefined,
  );
  const help = changing.length > 0 ? `; change it by ${changing.join(', or ')}` : '';
  return `${place.join(':')} ${fault}${help}`;
}

interface ListenError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}
