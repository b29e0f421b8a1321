import { generate } from 'selfsigned';

/** A server certificate for 127.0.0.1 and localhost that is its own CA; all PEM. */
export async function selfSignedCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'slipway fault proxy' }],
    {
      algorithm: 'sha256',
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 7, ip: '127.0.0.1' },
            { type: 2, value: 'localhost' },
          ],
        },
      ],
    },
  );
  return { key, cert };
}
