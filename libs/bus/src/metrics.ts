import { Gauge, Histogram, type Registry } from 'prom-client';

export interface BusCounts {
  /** Calls of ours that wait for an answer. */
  readonly pending: number;
  /** Calls of others whose handler runs or whose answer is being sent. */
  readonly running: number;
  /** Subjects listened on, the inbox and the cancel subject included. */
  readonly subscriptions: number;
  /** Answers that came after their call had ended. */
  readonly late: number;
}

export type Observe = (
  subject: string,
  call: { readonly code: string; readonly milliseconds: number },
) => void;

export interface BusMetrics {
  readonly asked: Observe;
  readonly answered: Observe;
}

const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** Durations by subject and outcome (`ok` or the refusal's code), and what is going on right now. */
export function busMetrics(
  registry: Registry | undefined,
  now: () => BusCounts & { readonly up: boolean },
): BusMetrics {
  if (!registry) return { asked: () => undefined, answered: () => undefined };
  const registers = [registry];
  const durations = (name: string, help: string): Observe => {
    const labelNames = ['subject', 'outcome'] as const;
    const histogram = new Histogram({ name, help, labelNames, buckets, registers });
    return (subject, { code, milliseconds }) =>
      histogram.observe({ subject, outcome: code }, milliseconds / 1000);
  };
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('slipway_bus_connected', '1 while connected to NATS', () => Number(now().up));
  gauge('slipway_bus_pending_requests', 'Requests without an answer yet', () => now().pending);
  gauge('slipway_bus_running_calls', 'Calls being answered', () => now().running);
  gauge('slipway_bus_late_replies', 'Replies that nobody waited for', () => now().late);
  return {
    asked: durations('slipway_bus_request_duration_seconds', 'Requests sent, until answered'),
    answered: durations('slipway_bus_handler_duration_seconds', 'Requests handled here'),
  };
}
