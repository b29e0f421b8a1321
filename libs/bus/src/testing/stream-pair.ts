import { type CallContext } from '@slipway/contracts';
import { type Bus, type BusOptions, type Emit, handle, type Streaming } from '../index.js';
import { aborted, aCall, type BusLab, eventually } from './bus-lab.js';
import { walk } from './lab-contracts.js';

export type Step = { readonly step: number; readonly text?: string | undefined };
export type Walker = (
  task: string,
  emit: Emit<Step>,
  call: CallContext,
) => Promise<{ readonly done: string }>;

export interface StreamPair {
  readonly service: Bus;
  readonly gateway: Bus;
  /** Asks the walker. */
  ask(task?: string, call?: CallContext): Streaming<typeof walk>;
}

/** A service that walks, and who asks it to. */
export async function streamPair(
  lab: BusLab,
  walker: Walker,
  { service: served = {}, gateway: asking = {} }: PairOptions = {},
): Promise<StreamPair> {
  const service = await lab.bus('lab', served);
  await service.serve([handle(walk, ({ task }, call, emit) => walker(task, emit, call))]);
  const gateway = await lab.bus('gateway', asking);
  const ask = (task = '', call: CallContext = aCall()) => gateway.stream(walk, { task }, call);
  return { service, gateway, ask };
}

interface PairOptions {
  readonly service?: Partial<BusOptions>;
  readonly gateway?: Partial<BusOptions>;
}

/** What came until the end, and how that was. */
export async function readAll(streaming: Streaming<typeof walk>) {
  const steps: number[] = [];
  try {
    for await (const { step } of streaming) steps.push(step);
  } catch (error) {
    return { steps, error };
  }
  return { steps, ...(await streaming.result()) };
}

/** Takes one step, then walks on until its signal aborts; keeps the reasons. */
export function untilAborted(): { readonly reasons: unknown[]; readonly walker: Walker } {
  const reasons: unknown[] = [];
  const walker: Walker = async (_task, emit, { signal }) => {
    await emit({ step: 1 });
    return aborted(signal).catch((reason: unknown) => {
      reasons.push(reason);
      throw reason;
    });
  };
  return { reasons, walker };
}

export const running = (service: Bus, count: number): Promise<void> =>
  eventually(() => service.counts().running === count, `${count} handlers to run`);
