import { aPod, type PodBuilder } from '@slipway/capi/builders';
import { type Recorded } from '../changes/recording-proxy.js';

export interface BudgetStatus {
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly unhealthyPodEvictionPolicy: 'AlwaysAllow' | 'IfHealthyBudget';
}

/** Of a budget that is spent. */
export const exhausted = {
  observedGeneration: 1,
  disruptionsAllowed: 0,
  currentHealthy: 1,
  desiredHealthy: 1,
  expectedPods: 1,
};

/** A Pod that some ReplicaSet controls. */
export const replica = (name: string): PodBuilder =>
  aPod(name).ownedBy('ReplicaSet', 'web').label('app', name).phase('Running');

/** One that stays when it is deleted. */
export const lasting = (name: string): PodBuilder =>
  replica(name).with(({ metadata }) => (metadata.finalizers = ['slipway.test/kept']));

export const isEviction = ({ path }: Recorded): boolean => path.endsWith('/eviction');
