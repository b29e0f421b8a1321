import { fault, type ValidationFault } from '@slipway/contracts';
import { canonicalAddress } from '../kubernetes/index.js';
import { longestLabel } from './names.js';

/** A rule for one field of a request, under the name that a 422 gives it: `<tag>` or `<tag>=<param>`. */
export interface Rule<T> {
  readonly tag: string;
  readonly param?: string;
  readonly accepts: (value: T) => boolean;
}

/** Length in Unicode code points. */
export const longest = (limit: number): Rule<string> => ({
  tag: 'max',
  param: String(limit),
  accepts: (text) => text.length <= limit || codePoints(text) <= limit,
});

export const atLeast = (limit: number): Rule<number> => ({
  tag: 'min',
  param: String(limit),
  accepts: (number) => number >= limit,
});

/** Replicas of a control plane that keeps its own etcd: an even count survives no more than one less. */
export const odd: Rule<number> = { tag: 'odd', accepts: (number) => number % 2 === 1 };

export const ipv4: Rule<string> = {
  tag: 'ipv4',
  accepts: (text) => !text.includes(':') && canonicalAddress(text) !== undefined,
};

/** Lower-case letters, digits and `-`, a letter or digit at both ends. Its length is a rule of its own. */
export const rfc1123Label: Rule<string> = {
  tag: 'dns_rfc1123_label',
  accepts: (text) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text),
};

const labelText = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** Tag names are the name part of label keys, tag values are label values; an empty value is one. */
export const tagName: readonly Rule<string>[] = [
  longest(longestLabel),
  { tag: 'label_name', param: labelText, accepts: whole(labelText) },
];
export const tagValue: readonly Rule<string>[] = [
  longest(longestLabel),
  { tag: 'label_value', param: `(${labelText})?`, accepts: whole(`(${labelText})?`) },
];

/** Source: VMK Engine. */
export const descriptionLength = longest(4000);

/** The first rule that `value` breaks, as a list of one fault; empty when it breaks none. */
export function firstFault<T>(of: {
  readonly struct: string;
  readonly field: string;
  readonly value: T;
  readonly rules: readonly Rule<T>[];
}): readonly ValidationFault[] {
  const broken = of.rules.find((rule) => !rule.accepts(of.value));
  if (!broken) return [];
  const { struct, field, value } = of;
  return [fault({ struct, field, tag: broken.tag, param: broken.param, value })];
}

function whole(pattern: string): (text: string) => boolean {
  const form = new RegExp(`^(?:${pattern})$`);
  return (text) => form.test(text);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
