import { type FieldFault } from './errors.js';

/** A rule that a field of a request breaks, by the names that VMK Engine's validator has for both. */
export interface BrokenRule {
  /** Structure of the body, for example `ClusterCreateParams`. */
  readonly struct: string;
  /** Field of it, for example `Name`; an entry of a map as `Tags[team]`. */
  readonly field: string;
  /** The rule: `required`, `min`, `ipv4`, … */
  readonly tag: string;
  /** What the rule compares with, for example `1` of `min=1`. */
  readonly param?: string | undefined;
  /** As it was sent; `""` or `0` for a text or a number that is missing. */
  readonly value: unknown;
}

/** One entry of a 422's `errors`, keys in the order of the answer. */
export interface ValidationFault extends FieldFault {
  readonly more: {
    readonly nsField: string;
    readonly field: string;
    readonly tag: string;
    readonly param: string;
    readonly value: unknown;
  };
}

/** Source: VMK Engine's sample of a validation error. */
export function fault({ struct, field, tag, param = '', value }: BrokenRule): ValidationFault {
  const nsField = `${struct}.${field}`;
  return {
    name: nsField,
    reason: `Key: '${nsField}' Error:Field validation for '${field}' failed on the '${tag}' tag`,
    more: { nsField, field, tag, param, value },
  };
}

/** The detail of a 422: a sentence for each fault, `<Field> is required` or `<Field> should be <rule>`. */
export function validationDetail(faults: readonly ValidationFault[]): string {
  return faults.map(sentence).join(', ');
}

function sentence({ more: { field, tag, param } }: ValidationFault): string {
  if (tag === 'required') return `${field} is required`;
  return `${field} should be ${tag}${param === '' ? '' : `=${param}`}`;
}
