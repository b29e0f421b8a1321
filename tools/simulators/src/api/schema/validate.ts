import { isDeepStrictEqual } from 'node:util';
import { isTree, own } from '../kube-object.js';
import { type FieldFault } from '../status.js';
import { type Schema } from './schema.js';

type Report = (reason: string, message: string, field?: string) => void;

/** Every fault of a value, in the words of the API server; empty when it is valid. */
export function validate(schema: Schema, value: unknown, field = ''): FieldFault[] {
  const faults: FieldFault[] = [];
  check(schema, value, field, (reason, message, where = field) =>
    faults.push({ field: where, reason, message }),
  );
  return faults;
}

/** A fault after which the real server skips its other rules, and says so in a last cause. */
const blocking = new Set([
  'FieldValueTypeInvalid',
  'FieldValueRequired',
  'FieldValueNotSupported',
  'FieldValueTooLong',
  'FieldValueTooMany',
]);

export function withTrailer(faults: readonly FieldFault[]): readonly FieldFault[] {
  if (!faults.some(({ reason }) => blocking.has(reason))) return faults;
  const message =
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return [...faults, { field: '<nil>', reason: 'FieldValueInvalid', message }];
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function check(schema: Schema, value: unknown, field: string, report: Report): void {
  const type = typeName(value);
  const fits =
    schema.type === 'any' ||
    schema.type === type ||
    (schema.type === 'int-or-string' && (type === 'integer' || type === 'string'));
  if (!fits) {
    const wanted = schema.type === 'int-or-string' ? 'integer' : schema.type;
    return report(
      'FieldValueTypeInvalid',
      `Invalid value: "${type}": ${field} in body must be of type ${wanted}: "${type}"`,
    );
  }
  if (typeof value === 'string') checkString(schema, value, field, report);
  else if (typeof value === 'number') checkNumber(schema, value, field, report);
  else if (Array.isArray(value)) checkList(schema, value, field, report);
  else if (isTree(value)) checkObject(schema, value, field, report);
}

const breach = (report: Report, field: string, shown: unknown, rule: string): void =>
  report('FieldValueInvalid', `Invalid value: ${JSON.stringify(shown)}: ${field} in body ${rule}`);

function checkString(schema: Schema, value: string, field: string, report: Report): void {
  const length = [...value].length;
  if (schema.minLength !== undefined && length < schema.minLength)
    breach(report, field, value, `should be at least ${schema.minLength} chars long`);
  if (schema.maxLength !== undefined && length > schema.maxLength)
    report('FieldValueTooLong', `Too long: may not be more than ${schema.maxLength} bytes`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    breach(report, field, value, `should match '${schema.pattern}'`);
  if (schema.enum && !schema.enum.includes(value)) {
    const supported = schema.enum.map((one) => JSON.stringify(one)).join(', ');
    const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
    report('FieldValueNotSupported', message);
  }
  if (schema.format === 'date-time' && !rfc3339.test(value))
    breach(report, field, value, `must be of type date-time: ${JSON.stringify(value)}`);
}

const rfc3339 = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function checkNumber(schema: Schema, value: number, field: string, report: Report): void {
  const { minimum, maximum, format } = schema;
  if (minimum !== undefined && value < minimum)
    breach(report, field, value, `should be greater than or equal to ${minimum}`);
  if (maximum !== undefined && value > maximum)
    breach(report, field, value, `should be less than or equal to ${maximum}`);
  if (format === 'int32' && (value > 0x7fffffff || value < -0x80000000))
    breach(report, field, value, `must be of type int32: "${value}"`);
}

function checkList(schema: Schema, value: readonly unknown[], field: string, report: Report): void {
  const { items, minItems, maxItems, uniqueBy } = schema;
  if (minItems !== undefined && value.length < minItems)
    breach(report, field, value.length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && value.length > maxItems)
    report('FieldValueTooMany', `Too many: ${value.length}: must have at most ${maxItems} items`);
  value.forEach((item, index) => {
    const here = `${field}[${index}]`;
    if (items)
      check(items, item, here, (reason, text, where = here) => report(reason, text, where));
    if (!uniqueBy || !isTree(item)) return;
    const key = uniqueBy.map((name) => item[name]);
    const twin = value.findIndex(
      (other) =>
        isTree(other) &&
        isDeepStrictEqual(
          uniqueBy.map((name) => other[name]),
          key,
        ),
    );
    if (twin < index) {
      const shown = Object.fromEntries(uniqueBy.map((name) => [name, item[name]]));
      report('FieldValueDuplicate', `Duplicate value: ${JSON.stringify(shown)}`, here);
    }
  });
}

function checkObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  field: string,
  report: Report,
): void {
  const entries = Object.entries(value);
  if (schema.minProperties !== undefined && entries.length < schema.minProperties)
    breach(
      report,
      field,
      entries.length,
      `should have at least ${schema.minProperties} properties`,
    );
  const path = (name: string) => (field ? `${field}.${name}` : name);
  for (const name of schema.required ?? [])
    if (own(value, name) === undefined) report('FieldValueRequired', 'Required value', path(name));
  for (const [name, child] of entries) {
    const rule = own(schema.properties, name) ?? schema.values;
    if (!rule) continue;
    const here = path(name);
    check(rule, child, here, (reason, text, where = here) => report(reason, text, where));
  }
}
