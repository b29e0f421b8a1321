import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';

/** Writes a kubeconfig that holds everything in itself: address, CA and token. */
export function writeKubeconfig({ path, url, ca, user, token }) {
  const name = 'slipway-test';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user } }],
    'current-context': name,
  };
  writeFileSync(path, stringify(config), { mode: 0o600 });
}
