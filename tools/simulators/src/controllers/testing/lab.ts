import { readFileSync } from 'node:fs';
import { dropNamespace, freshNamespace } from '../../conformance/targets-table.js';
import {
  realApiServer,
  realKubeconfig,
  simulatorToken,
  startSimulator,
  type Target,
} from '../../testing/targets.js';
import { quickDelays, type Delays } from '../delays.js';
import { watched, type WatchedKind } from '../engine/resources.js';
import { silent } from '../engine/silent.js';
import { startControllers, type Controllers } from '../start-controllers.js';
import { CapiClient } from './capi-client.js';
import { PlainWorkloads } from './plain-workloads.js';

export type LabTarget = 'simulator' | 'real API server';

/** Rows for `describe.each`; the real server is among them where tests were given one. */
export const labTargets: readonly LabTarget[] = [
  'simulator',
  ...(realKubeconfig ? (['real API server'] as const) : []),
];

/** A management API with the controllers at work in a namespace of its own. */
export class Lab extends CapiClient {
  readonly workloads = new PlainWorkloads();
  #controllers: Controllers | undefined;

  private constructor(
    private readonly target: Target,
    namespace: string,
    private readonly kubeconfig: string,
  ) {
    super(target.client, namespace);
  }

  static async start(on: LabTarget, delays: Partial<Delays> = {}): Promise<Lab> {
    const real = on === 'real API server';
    const target: Target = real ? realApiServer() : await startSimulator();
    const kubeconfig =
      target.simulator?.kubeconfig(simulatorToken) ?? readFileSync(realKubeconfig ?? '', 'utf8');
    const lab = new Lab(target, await freshNamespace(target), kubeconfig);
    await lab.run(delays);
    return lab;
  }

  async run(delays: Partial<Delays> = {}): Promise<void> {
    const note = (fields: Record<string, unknown>, message: string) =>
      void this.warnings.push(`${message}: ${String(fields['because'] ?? fields['error'])}`);
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: note,
      error: note,
      // A watch that is slow on a busy machine is no problem of ours.
      child: () => silent,
    };
    this.#controllers = await startControllers({
      kubeconfig: this.kubeconfig,
      namespace: this.namespace,
      workloads: this.workloads,
      delays: { ...quickDelays, ...delays },
      logger,
    });
  }

  async halt(): Promise<void> {
    await this.#controllers?.stop();
    this.#controllers = undefined;
  }

  async stop(): Promise<void> {
    this.stopWatching();
    await this.halt();
    await this.workloads.closeAll();
    await this.#release();
    await dropNamespace(this.target, this.namespace);
    await this.target.close();
  }

  /** Nobody is left to take finalizers off. */
  async #release(): Promise<void> {
    for (const kind of Object.keys(watched) as WatchedKind[])
      for (const { metadata } of await this.list(kind))
        if (metadata.finalizers)
          await this.patch(kind, metadata.name, { metadata: { finalizers: null } });
  }
}
