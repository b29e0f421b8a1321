import { createInbox } from '@nats-io/transport-node';
import { type Clock } from '@slipway/service';
import { type Link } from '../connection/index.js';
import { Emission, type EmissionParts } from './emission.js';

export interface EmissionsOptions {
  readonly link: Link;
  readonly service: string;
  readonly clock: Clock;
  readonly heartbeat: number;
  readonly silence: number;
}

type Opened = Pick<EmissionParts, 'contract' | 'running' | 'to' | 'granted'>;

/** The streams that are being answered, and the one inbox where their callers answer back. */
export class Emissions {
  readonly #inbox: string;
  readonly #open = new Map<string, Emission>();
  #listening = false;
  #opened = 0;

  constructor(private readonly options: EmissionsOptions) {
    this.#inbox = createInbox(`_INBOX.${options.service}`);
  }

  /** To be called before a stream can be asked for. */
  listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    this.options.link.subscribe({
      subject: `${this.#inbox}.*`,
      receive: (message) => this.#open.get(message.subject)?.receive(message),
    });
  }

  open(opened: Opened): Emission {
    const answers = `${this.#inbox}.${(this.#opened++).toString(36)}`;
    const onClose = () => void this.#open.delete(answers);
    const emission = new Emission({ ...this.options, ...opened, answers, onClose });
    this.#open.set(answers, emission);
    return emission;
  }
}
