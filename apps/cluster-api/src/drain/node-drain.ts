import { drainRequest, interruptedText, overdueText } from '@slipway/capi';
import {
  type CallContext,
  drainDeadline,
  type DrainStep,
  interrupted,
  type NodeDrainParams,
  validationFailed,
} from '@slipway/contracts';
import { type Clock, type Logger, WaitTimeout, withDeadline } from '@slipway/service';
import { type ForDrainingNodes } from '../ports.js';
import { type NodeTarget, type NodeTargets } from './node-targets.js';
import { RunningDrain } from './running-drain.js';
import { type WorkloadNodes } from './workload-nodes.js';

export interface NodeDrainOptions {
  readonly targets: NodeTargets;
  readonly workload: WorkloadNodes;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Tell = (step: DrainStep) => Promise<void>;

/**
 * Cordons, uncordons and drains Nodes. A drain never uncordons: after success, time-out, refusal and
 * interruption alike the Node stays cordoned until somebody says otherwise. Source: VMK Engine.
 */
export class NodeDrain implements ForDrainingNodes {
  constructor(private readonly options: NodeDrainOptions) {}

  async cordon(cluster: string, node: string, on: boolean, call: CallContext): Promise<void> {
    const target = await this.options.targets.find(cluster, node, call.signal);
    await this.#setUnschedulable(target, on, call.signal);
  }

  async drain(
    { cluster, node, params }: { cluster: string; node: string; params: NodeDrainParams },
    call: CallContext,
    emit: Tell,
  ): Promise<void> {
    const { targets, workload, clock, logger } = this.options;
    const request = drainRequest(params);
    if ('faults' in request) throw validationFailed(request.faults);
    const { seconds, flags } = request;
    const target = await targets.find(cluster, node, call.signal);
    const tell: Tell = async (step) => {
      logger.info({ cluster: target.cluster, node: target.node, ...step }, 'drain');
      await emit(step);
    };
    await this.#setUnschedulable(target, true, call.signal);
    const drain = new RunningDrain({ workload, clock, logger, target, flags, tell });
    const because = `the drain of node "${target.node}"`;
    try {
      await withDeadline(
        clock,
        { within: seconds * 1000, because, signal: call.signal },
        (signal) => drain.run(signal),
      );
    } catch (error) {
      // The caller has left or the service stops: either way somebody has to say it again.
      if (call.signal.aborted) throw interrupted({ because: interruptedText(target.node) });
      if (!(error instanceof WaitTimeout)) throw error;
      const { remaining } = drain;
      throw drainDeadline({ because: overdueText(target.node, { seconds, remaining }) });
    }
  }

  async #setUnschedulable(target: NodeTarget, on: boolean, signal: AbortSignal): Promise<void> {
    const { workload } = this.options;
    await workload.within(target, signal, (open) => workload.setUnschedulable(open, target, on));
  }
}
