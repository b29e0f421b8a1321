import {
  type CallContext,
  type Input,
  type Item,
  type Output,
  type Rpc,
  type Stream,
} from '@slipway/contracts';
import { createMetrics } from '@slipway/service';
import { CaptureLogger } from '@slipway/service/testing';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../create-app.js';
import { type ForAskingServices, type Streamed } from '../http/index.js';
import { type SwaggerUi } from '../openapi/index.js';

type Answerer = (input: never, call: CallContext) => unknown;

/** A bus that answers what a test prepared, strictly: a request nobody prepared fails the test. */
export class PreparedBus implements ForAskingServices {
  readonly asked: { subject: string; input: unknown }[] = [];
  readonly #answers = new Map<string, Answerer>();

  answer<R extends Rpc>(
    contract: R,
    answerer: (input: Input<R>, call: CallContext) => Output<R> | Promise<Output<R>>,
  ): this {
    this.#answers.set(contract.subject, answerer as Answerer);
    return this;
  }

  async request<R extends Rpc>(
    contract: R,
    input: Input<R>,
    call: CallContext,
  ): Promise<Output<R>> {
    const answerer = this.#answers.get(contract.subject);
    if (!answerer) throw new Error(`no answer was prepared for ${contract.subject}`);
    this.asked.push({ subject: contract.subject, input });
    return (await answerer(input as never, call)) as Output<R>;
  }

  /** A stream's items and then its end, as a test plays them. */
  play<S extends Stream>(
    contract: S,
    player: (input: Input<S>, call: CallContext) => AsyncGenerator<Item<S>, Output<S>>,
  ): this {
    this.#answers.set(contract.subject, player as Answerer);
    return this;
  }

  stream<S extends Stream>(contract: S, input: Input<S>, call: CallContext): Streamed<S> {
    const player = this.#answers.get(contract.subject);
    if (!player) throw new Error(`no stream was prepared for ${contract.subject}`);
    this.asked.push({ subject: contract.subject, input });
    const items = player(input as never, call) as AsyncGenerator<Item<S>, Output<S>>;
    return {
      [Symbol.asyncIterator]: () => items,
      async result() {
        for (;;) {
          const next = await items.next();
          if (next.done) return next.value;
        }
      },
    };
  }
}

export interface TestGateway {
  readonly app: NestFastifyApplication;
  readonly bus: PreparedBus;
  readonly log: CaptureLogger;
}

export async function startGateway(
  options: { readonly swaggerUi?: SwaggerUi; readonly assets?: string } = {},
): Promise<TestGateway> {
  const bus = new PreparedBus();
  const log = new CaptureLogger();
  const { swaggerUi = 'stoplight', assets = '/nonexistent' } = options;
  const app = await createApp({
    bus,
    logger: log,
    metrics: createMetrics('api-gateway'),
    version: '1.2.3',
    swaggerUi,
    assets,
  });
  await app.listen(0, '127.0.0.1');
  return { app, bus, log };
}
