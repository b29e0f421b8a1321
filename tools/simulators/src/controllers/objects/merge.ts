import { type KubeObject } from '../../api/index.js';
import { type Told } from './conditions.js';
import { conditionOf } from './read.js';

/** The three reasons of a condition that is made of others. */
export interface Reasons {
  readonly issue: string;
  readonly unknown: string;
  readonly fine: string;
}

interface Part {
  /** Who or what says it: `Machine`, `NodeHealthy`. */
  readonly says: string;
  /** Names of those that say it, for an aggregate. */
  readonly name?: string;
  readonly told: Told | undefined;
  /** True is bad news. */
  readonly negative: boolean;
  readonly missing: string;
}

type Weight = 'issue' | 'unknown' | 'fine';

function weightOf({ told, negative }: Part): Weight {
  if (!told || told.status === 'Unknown') return 'unknown';
  return (told.status === 'True') === negative ? 'issue' : 'fine';
}

/**
 * One condition of an object from others of it: bad news outweigh unknown ones, those outweigh good
 * ones; the message tells whatever isn't good. Source: Cluster API, summary conditions.
 */
export function summary(
  type: string,
  from: readonly (Told | string)[],
  { negative = [], reasons }: { readonly negative?: readonly string[]; readonly reasons: Reasons },
): Told {
  const parts = from.map((one): Part => {
    const says = typeof one === 'string' ? one : one.type;
    const told = typeof one === 'string' ? undefined : one;
    return { says, told, negative: negative.includes(says), missing: 'Condition not yet reported' };
  });
  const lines = telling(parts).map(({ says, told, missing }) =>
    line(says, told ? told.message || told.reason : missing),
  );
  return merged({ type, parts, reasons, negative: false, message: lines.join('\n') });
}

/**
 * One condition of an object from the same condition of many others. With negative polarity True is
 * the bad news in the sources and in the result. Source: Cluster API, aggregate conditions.
 */
export function aggregate(
  type: string,
  from: readonly KubeObject[],
  {
    source,
    negative = false,
    reasons,
  }: { readonly source: string; readonly negative?: boolean; readonly reasons: Reasons },
): Told {
  const parts = from.map((object): Part => {
    const told = conditionOf(object, source);
    const missing = `Condition ${source} not yet reported`;
    return { says: object.kind, name: object.metadata.name, told, negative, missing };
  });
  return merged({ type, parts, reasons, negative, message: groupedMessage(telling(parts)) });
}

/** Bad and unknown news; of nothing but good ones, those with something to add. */
function telling(parts: readonly Part[]): readonly Part[] {
  const bad = parts.filter((part) => weightOf(part) !== 'fine');
  return bad.length > 0 ? bad : parts.filter(({ told }) => told?.message);
}

/** Who says the same is named together: bad news first, then what most say; three messages at most. */
function groupedMessage(parts: readonly Part[]): string {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = `${part.says}\0${part.told ? (part.told.message ?? '') : part.missing}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  const isIssue = (members: readonly Part[]) => members.some((one) => weightOf(one) === 'issue');
  const sorted = [...groups].sort(
    ([, a], [, b]) => Number(isIssue(b)) - Number(isIssue(a)) || b.length - a.length,
  );
  const lines = sorted.slice(0, 3).map(([key, members]) => {
    const [kind = '', message = ''] = key.split('\0');
    return line(`${kind}${members.length > 1 ? 's' : ''} ${listed(members)}`, message);
  });
  const others = sorted.slice(3).flatMap(([, members]) => members);
  for (const [weight, words] of [
    ['issue', 'with other issues'],
    ['unknown', 'with status unknown'],
    ['fine', 'with additional info'],
  ] as const) {
    const more = others.filter((one) => weightOf(one) === weight);
    const [first] = more;
    if (first) lines.push(`And ${more.length} ${first.says}${more.length > 1 ? 's' : ''} ${words}`);
  }
  return lines.join('\n');
}

function merged({
  type,
  parts,
  reasons,
  negative,
  message,
}: {
  readonly type: string;
  readonly parts: readonly Part[];
  readonly reasons: Reasons;
  readonly negative: boolean;
  readonly message: string;
}): Told {
  const weights = parts.map(weightOf);
  const weight = (['issue', 'unknown'] as const).find((one) => weights.includes(one)) ?? 'fine';
  const good = (weight === 'fine') !== negative ? 'True' : 'False';
  return {
    type,
    status: weight === 'unknown' ? 'Unknown' : good,
    reason: reasons[weight],
    message,
  };
}

function line(who: string, message: string): string {
  if (message === '') return `* ${who}:`;
  return message.startsWith('* ') || message.includes('\n')
    ? `* ${who}:\n${message.replace(/^/gm, '  ')}`
    : `* ${who}: ${message}`;
}

/** Three names, and how many more. */
function listed(members: readonly Part[]): string {
  const names = members.map(({ name = '' }) => name).sort();
  const more = names.length > 3 ? `, ... (${names.length - 3} more)` : '';
  return names.slice(0, 3).join(', ') + more;
}
