/** A structural schema: the part of OpenAPI that CustomResourceDefinitions use and we need. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'int-or-string' | 'any';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Of each value of a map (`additionalProperties`). */
  readonly values?: Schema;
  /** Keeps what the schema does not name. */
  readonly open?: boolean;
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** No two items agree in all of these (a list of type map, or a CEL rule for one key). */
  readonly uniqueBy?: readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: 'date-time' | 'int32' | 'int64';
  readonly default?: unknown;
}

type Options = Omit<Schema, 'type'>;

/** An object; a name that ends in `!` is required: `object({ 'name!': string() })`. */
export function object(fields: Readonly<Record<string, Schema>>, options: Options = {}): Schema {
  const names = Object.keys(fields);
  const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace(/!$/, ''), schema]),
  );
  return { type: 'object', properties, ...(required.length ? { required } : {}), ...options };
}

/** An object that may be absent but not empty, which is the rule of the v1beta2 API. */
export const filled = (fields: Readonly<Record<string, Schema>>): Schema =>
  object(fields, { minProperties: 1 });

export const list = (items: Schema, options: Options = {}): Schema => ({
  type: 'array',
  items,
  ...options,
});

export const map = (values: Schema, options: Options = {}): Schema => ({
  type: 'object',
  values,
  ...options,
});

/** An object of any content. */
export const open = (fields: Readonly<Record<string, Schema>> = {}): Schema =>
  object(fields, { open: true });

export const any: Schema = { type: 'any' };
export const boolean: Schema = { type: 'boolean' };
export const intOrString: Schema = { type: 'int-or-string' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
export const string = (options: Options = {}): Schema => ({ type: 'string', ...options });
export const text = (maxLength: number, options: Options = {}): Schema =>
  string({ minLength: 1, maxLength, ...options });
export const oneOf = (...values: readonly string[]): Schema => string({ enum: values });
export const int32 = (options: Options = {}): Schema => ({
  type: 'integer',
  format: 'int32',
  ...options,
});
export const int64 = (options: Options = {}): Schema => ({
  type: 'integer',
  format: 'int64',
  ...options,
});
