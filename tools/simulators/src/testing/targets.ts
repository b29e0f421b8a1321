import { readFileSync } from 'node:fs';
import { startApiServer, admin, viewer, type ApiServer } from '../api/index.js';
import { managementKinds } from '../kinds/index.js';
import { HttpClient } from './http-client.js';

export const simulatorToken = 'simulator-admin';
export const viewerToken = 'simulator-viewer';

export interface Target {
  readonly name: string;
  readonly client: HttpClient;
  /** Absent on the real API server. */
  readonly simulator?: ApiServer;
  readonly close: () => Promise<void>;
}

/** A simulator with an empty namespace `default`. */
export async function startSimulator(): Promise<Target & { simulator: ApiServer }> {
  const simulator = await startApiServer({
    kinds: managementKinds,
    users: { [simulatorToken]: admin(), [viewerToken]: viewer() },
  });
  const client = new HttpClient(simulator.kubeconfig(simulatorToken));
  const metadata = { name: 'default' };
  await client.ask({ method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  return { name: 'simulator', client, simulator, close: () => simulator.close() };
}

/** The kubeconfig of a real API server with Cluster API's and our CRDs, if tests were given one. */
export const realKubeconfig = process.env['SLIPWAY_TEST_KUBECONFIG'];

export function realApiServer(): Target {
  const client = new HttpClient(readFileSync(realKubeconfig ?? '', 'utf8'));
  return { name: 'real API server', client, close: () => Promise.resolve() };
}

/** Says once and loudly that the comparison with the real server is left out; an error under CI. */
export function announceMissingRealServer(what: string): void {
  const text = `SKIPPED against a real API server: ${what} (set SLIPWAY_TEST_KUBECONFIG)`;
  if (process.env['CI']) throw new Error(text);
  process.stderr.write(`${text}\n`);
}
