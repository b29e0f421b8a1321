import { rpc, seconds, stream } from '@slipway/contracts';
import { z } from 'zod';

/** Contracts of a service `lab` that exists in tests only. */
const common = { deadline: seconds(10), errors: [] };

export const echo = rpc({
  ...common,
  subject: 'slipway.v1.lab.things.echo',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ text: z.string() }),
});

export const keep = rpc({
  ...common,
  subject: 'slipway.v1.lab.things.keep',
  input: z.strictObject({}),
  output: z.void(),
});

/** What the handler should do, as a word. */
export const work = rpc({
  ...common,
  subject: 'slipway.v1.lab.things.work',
  input: z.strictObject({ task: z.string() }),
  output: z.object({ done: z.string() }),
});

export const hurry = rpc({
  ...common,
  subject: 'slipway.v1.lab.things.hurry',
  deadline: 150,
  input: z.strictObject({}),
  output: z.void(),
});

export const list = rpc({
  ...common,
  subject: 'slipway.v1.lab.nodes.list',
  input: z.strictObject({ count: z.int() }),
  output: z.array(z.object({ name: z.string(), ips: z.array(z.string()), more: z.string() })),
});

/** What the handler should do, as a word; its steps, then what came of it. */
export const walk = stream({
  ...common,
  deadline: seconds(60),
  subject: 'slipway.v1.lab.things.walk',
  input: z.strictObject({ task: z.string() }),
  item: z.object({ step: z.int(), text: z.string().optional() }),
  output: z.object({ done: z.string() }),
});

/** Nodes of about 300 bytes of JSON each, with letters that take several bytes in UTF-8. */
export const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `demo-md-0-${index}`,
    ips: ['10.0.0.1', `10.1.${index % 250}.7`],
    more: 'ÿ€😀'.repeat(25),
  }));
