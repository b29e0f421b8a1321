import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { made } from './paths.mjs';

export const machineCount = 10_000;

/** A server with realistic Machines, in a process of its own, and a kubeconfig for it. */
export async function machinesServer(programs) {
  const { line } = await programs.actor('machines-server', [machineCount]);
  console.log(`  ${machineCount} Machines of ${line.bytesEach} bytes of JSON each`);
  const kubeconfig = join(made, 'machines.kubeconfig');
  mkdirSync(made, { recursive: true });
  const named = (kind, value) => [{ name: 'bench', [kind]: value }];
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: named('cluster', { server: line.url, 'insecure-skip-tls-verify': true }),
      users: named('user', { token: 'bench' }),
      contexts: named('context', { cluster: 'bench', user: 'bench' }),
      'current-context': 'bench',
    }),
  );
  return kubeconfig;
}

/** Fills one cache in a fresh process; see the actors' `Filled`. */
export async function fill(programs, actor, args) {
  const result = await programs.measure(actor, args);
  if (result.kept !== machineCount) throw new Error(`${actor} kept ${result.kept} Machines`);
  return result;
}
