import { generate } from 'selfsigned';

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  /** What clients have to trust. */
  readonly ca: string;
}

/** A certificate for loopback under an authority of its own, both made at this moment. */
export async function makeServerCertificate(name: string): Promise<ServerCertificate> {
  const shared = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: `${name} CA` }], {
    ...shared,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: name }], {
    ...shared,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key: server.private, cert: server.cert, ca: authority.cert };
}
