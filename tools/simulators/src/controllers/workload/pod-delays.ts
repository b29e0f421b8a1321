/** How long Pods take, milliseconds. */
export interface PodDelays {
  /** From a Node of its own to running and ready. */
  readonly podStart: number;
  /** From deletion to its end; never longer than the Pod's grace. */
  readonly podStop: number;
  readonly breath: number;
  readonly retry: number;
}

export const demoPodDelays: PodDelays = {
  podStart: 3_000,
  podStop: 2_000,
  breath: 50,
  retry: 1_000,
};

/** For tests: every step is seen, none is waited for. */
export const quickPodDelays: PodDelays = { podStart: 20, podStop: 20, breath: 5, retry: 50 };
