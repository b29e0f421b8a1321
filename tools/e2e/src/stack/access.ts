import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy, type FaultProxy } from '@slipway/testing';

/** What a client needs to reach an API server. */
export interface Access {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly token: string;
}

/** The text of a kubeconfig that holds everything in itself; JSON, which is YAML too. */
export function kubeconfigText({ url, ca, token }: Access): string {
  const data = { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: url, ...data } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    'current-context': 'test',
  });
}

/** A folder for kubeconfig files. */
export class Folder {
  private constructor(readonly path: string) {}

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), 'slipway-e2e-')));
  }

  /** Writes a file for its owner alone and gives its path. */
  async write(name: string, text: string): Promise<string> {
    const path = join(this.path, name);
    await writeFile(path, text, { mode: 0o600 });
    // The mode above counts only for a new file.
    await chmod(path, 0o600);
    return path;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

export interface Proxied {
  readonly proxy: FaultProxy;
  /** The same server, through the proxy. */
  readonly access: Access;
}

/** Puts a fault proxy that ends TLS before an API server. */
export async function behindProxy({ url, ca, token }: Access): Promise<Proxied> {
  const { hostname: host, port } = new URL(url);
  const target = { host, port: Number(port) };
  const proxy = await startFaultProxy({ target, tls: { upstreamCa: ca } });
  return {
    proxy,
    access: { url: `https://127.0.0.1:${proxy.port}`, ca: proxy.ca!, token },
  };
}
