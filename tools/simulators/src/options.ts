import { parseArgs } from 'node:util';
import { type WorldOptions } from './demo-world/index.js';

export const usage = `usage: node main.js --dir DIR [options]

Starts a SIMULATED management cluster with Cluster API objects, and the simulated workload clusters
behind them. Writes DIR/kubeconfig and prints one JSON line when all of it serves.

  --dir DIR            where the kubeconfig goes
  --port N             port of the management API (default: any free one)
  --namespace NS       namespace of the Cluster API objects (default capi-system)
  --clusters N         how many clusters (default 3)
  --workers N          workers of each (default 5)
  --help               this text
`;

export interface Options {
  /** Absent when only the help is asked for. */
  readonly dir?: string;
  readonly world: WorldOptions;
}

/** Reads the command line; throws an Error that names the option at fault. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string' },
      port: { type: 'string' },
      namespace: { type: 'string' },
      clusters: { type: 'string' },
      workers: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { dir, namespace, help, ...numbers } = values;
  if (help) return { world: {} };
  if (!dir) throw new Error(`--dir is missing\n\n${usage}`);
  const world = Object.fromEntries(
    Object.entries(numbers).map(([name, text]) => [name, wholeNumber(name, text)]),
  );
  return { dir, world: { ...(namespace ? { namespace } : {}), ...world } };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${name} "${text}" is not a whole number`);
  return Number(text);
}
