export { namespacedName, projectDrainPod, type DrainPod } from './drain-pod.js';
export { endRound, type RemainingPod, type RoundEnd } from './end-round.js';
export {
  evictionOf,
  readEviction,
  type EvictionOutcome,
  type EvictionStatus,
  type EvictionVerdict,
} from './eviction.js';
export {
  judgePod,
  type BlockReason,
  type DrainFlags,
  type PodVerdict,
  type SkipReason,
} from './judge-pod.js';
export {
  nextRound,
  type BlockedPod,
  type HeldPod,
  type Hindrance,
  type Hindrances,
  type Observation,
  type OpenRound,
  type Round,
} from './next-round.js';
export { blockedText, interruptedText, overdueText } from './texts.js';
