import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Access } from '../stack/access.js';

/** What a kubeconfig file with a CA and a token in it gives. */
export async function accessOf(kubeconfig: string): Promise<Access> {
  const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as {
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
    users: [{ user: { token: string } }];
  };
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return { url: server, ca: Buffer.from(ca, 'base64').toString(), token: users[0].user.token };
}
