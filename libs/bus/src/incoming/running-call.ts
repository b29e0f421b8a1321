import { setMaxListeners } from 'node:events';
import {
  type CallContext,
  type Contract,
  deadlineExceeded,
  interrupted,
  isStream,
  type Refusal,
} from '@slipway/contracts';
import { type Clock } from '@slipway/service';
import { type Answer, type CallHead, nameOf, refusalAnswer } from '../wire/index.js';

export interface RunningCallParts {
  readonly head: CallHead;
  readonly contract: Contract;
  readonly millisecondsLeft: number;
  readonly clock: Clock;
}

/** A call whose handler runs: its signal and who may end it. */
export class RunningCall {
  readonly call: CallContext;
  readonly isStream: boolean;
  readonly warnings: string[] = [];
  /** Settles only when the handler is no longer waited for. */
  readonly givenUp: Promise<Answer>;
  /** Settles when the answer has been sent, or never will be. */
  finished: Promise<void> = Promise.resolve();
  callerHasLeft = false;
  readonly #controller = new AbortController();
  readonly #cancelTimer: () => void;
  #giveUp!: (answer: Answer) => void;

  constructor({ head, contract, millisecondsLeft, clock }: RunningCallParts) {
    this.isStream = isStream(contract);
    // A handler may ask fifty workload clusters at once with this signal; Node would call that a leak.
    setMaxListeners(0, this.#controller.signal);
    this.call = {
      ...head,
      signal: this.#controller.signal,
      warn: (text) => void this.warnings.push(text),
    };
    this.givenUp = new Promise((resolve) => (this.#giveUp = resolve));
    this.#cancelTimer = clock.after(millisecondsLeft, () =>
      this.abort(
        deadlineExceeded({ what: nameOf(contract.subject), milliseconds: millisecondsLeft }),
      ),
    );
  }

  abort(reason: Refusal): void {
    this.#controller.abort(reason);
  }

  callerLeaves(): void {
    this.callerHasLeft = true;
    this.abort(interrupted({ because: 'the caller has left' }));
  }

  /** Answers in the handler's place, which did not heed its signal. */
  giveUp(reason: Refusal): void {
    this.#giveUp(refusalAnswer(reason));
  }

  end(): void {
    this.#cancelTimer();
  }
}
