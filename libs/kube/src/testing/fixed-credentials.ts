import type { Connection, Credentials, TlsIdentity } from '../credentials/index.js';

/** Credentials that are what they are: no kubeconfig, no files. */
export function fixedCredentials({
  server,
  headers = {},
  tls = {},
}: {
  readonly server: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: TlsIdentity;
}): Credentials {
  const connection: Connection = { server, headers, tls, key: JSON.stringify([server, headers]) };
  return { server, connection: async () => connection, refused: () => false };
}
