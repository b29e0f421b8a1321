import { credentialsFromKubeconfig, Endpoints, KubeRest, resourcePath } from '@slipway/kube';
import { type Clock, type Logger, systemClock } from '@slipway/service';
import { randomSuffix, type KubeObject } from '../../api/index.js';
import { Collection } from '../engine/collection.js';
import { silent } from '../engine/silent.js';
import { textAt } from '../objects/index.js';
import { NamespaceLoop } from './namespace-loop.js';
import { demoPodDelays, type PodDelays } from './pod-delays.js';
import { clusterWide } from './resources.js';

export interface PodControllersOptions {
  /** Text of a kubeconfig for a cluster's own API. */
  readonly kubeconfig: string;
  readonly delays?: Partial<PodDelays>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly suffix?: () => string;
}

/**
 * Gives life to the Pods of a workload cluster, as a client of its API: kubelets that start and end them,
 * owners that replace them, the status of disruption budgets.
 */
export async function startPodControllers(
  options: PodControllersOptions,
): Promise<{ stop(): Promise<void> }> {
  const { clock = systemClock, logger = silent, suffix = randomSuffix } = options;
  const delays = { ...demoPodDelays, ...options.delays };
  const endpoints = new Endpoints();
  const credentials = await credentialsFromKubeconfig(options.kubeconfig, { clock });
  const rest = new KubeRest({ credentials, endpoints, clock });
  const owner = new AbortController();
  const loops = new Map<string, NamespaceLoop>();
  const ending = new Set<Promise<void>>();

  const collection = (kind: keyof typeof clusterWide, change: () => void): Collection => {
    const resource = clusterWide[kind];
    return new Collection({
      rest,
      kind,
      resource,
      clock,
      logger,
      onChange: change,
      onSynced: change,
    });
  };
  const wakeAll = (): void => {
    for (const loop of loops.values()) loop.wake();
    if (nodes.synced && attachments.synced) release(attachments.all);
  };
  const nodes = collection('Node', () => wakeAll());
  const attachments = collection('VolumeAttachment', () => wakeAll());
  const namespaces = collection('Namespace', () => {
    if (!namespaces.synced || owner.signal.aborted) return;
    const there = new Set(namespaces.all.map(({ metadata }) => metadata.name));
    for (const namespace of there)
      if (!loops.has(namespace)) {
        const more = { rest, namespace, nodes, delays, clock, logger, suffix };
        loops.set(namespace, new NamespaceLoop(more));
      }
    for (const [name, loop] of loops)
      if (!there.has(name)) {
        loops.delete(name);
        const ended = loop.stop().finally(() => ending.delete(ended));
        ending.add(ended);
      }
  });

  /** A volume doesn't stay attached to what is gone. */
  function release(all: readonly KubeObject[]): void {
    for (const { spec, metadata } of all) {
      const name = textAt({ spec } as KubeObject, 'spec', 'nodeName');
      if (name === undefined || nodes.get(name)) continue;
      const path = resourcePath(clusterWide.VolumeAttachment, { name: metadata.name });
      const body = { preconditions: { uid: metadata.uid } };
      const write = { method: 'DELETE', path, body, signal: owner.signal } as const;
      void rest.write(write).catch((error: unknown) => {
        if (!owner.signal.aborted) logger.warn({ because: String(error) }, `can't detach a volume`);
      });
    }
  }

  const all = [namespaces, nodes, attachments];
  const running = all.map((one) => one.run(owner.signal));
  return {
    async stop() {
      owner.abort(new Error('the controllers stop'));
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await Promise.all([...running, ...ending]);
      await endpoints.destroy();
    },
  };
}
