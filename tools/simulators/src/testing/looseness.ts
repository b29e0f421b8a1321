import { at, isTree, type Schema, type Tree } from '../api/index.js';

/** A schema as a CustomResourceDefinition writes it. */
type Crd = Readonly<Tree>;

/**
 * Why a schema of ours may accept what a CRD refuses; empty when it can't. Rules in CEL are not read,
 * but for those that say that a name is unique.
 */
export function looseness(ours: Schema, theirs: Crd, path = ''): string[] {
  const found: string[] = [];
  const say = (text: string) => void found.push(`${path || '.'}: ${text}`);
  const intOrString = theirs['x-kubernetes-int-or-string'] === true;
  const type = intOrString ? 'int-or-string' : theirs['type'];
  if (ours.type !== type) say(`type ${ours.type}, the CRD has ${String(type)}`);
  if (ours.open && theirs['x-kubernetes-preserve-unknown-fields'] !== true) say('open');
  compareBounds(ours, theirs, say);
  if (ours.default !== undefined && ours.default !== theirs['default']) say('another default');
  const items = theirs['items'];
  if (isTree(items))
    found.push(...(ours.items ? looseness(ours.items, items, `${path}[]`) : ['items unchecked']));
  const values = theirs['additionalProperties'];
  if (ours.values)
    found.push(
      ...(isTree(values) ? looseness(ours.values, values, `${path}{}`) : [`${path}: no such map`]),
    );
  for (const [name, schema] of Object.entries(ours.properties ?? {})) {
    const theirSchema = at(theirs, 'properties', name);
    const here = `${path}.${name}`;
    // The CRD leaves metadata to the API server's own types.
    if (here === '.metadata') continue;
    if (isTree(theirSchema)) found.push(...looseness(schema, theirSchema, here));
    else found.push(`${here}: unknown to the CRD`);
  }
  return found;
}

function compareBounds(ours: Schema, theirs: Crd, say: (text: string) => void): void {
  for (const name of (theirs['required'] ?? []) as string[])
    if (!ours.required?.includes(name)) say(`"${name}" is not required`);
  const atLeast = (bound: 'minLength' | 'minItems' | 'minimum' | 'minProperties') => {
    const wanted = theirs[bound];
    // What is required can't be empty.
    const filled = bound === 'minProperties' ? (ours.required?.length ?? 0) : -Infinity;
    if (
      typeof wanted === 'number' &&
      wanted !== 0 &&
      Math.max(ours[bound] ?? -Infinity, filled) < wanted
    )
      say(`${bound} below ${wanted}`);
    if (bound === 'minimum' && wanted === 0 && (ours.minimum ?? -1) < 0) say('minimum below 0');
  };
  const atMost = (bound: 'maxLength' | 'maxItems' | 'maximum') => {
    const wanted = theirs[bound];
    if (typeof wanted === 'number' && (ours[bound] ?? Infinity) > wanted)
      say(`${bound} above ${wanted}`);
  };
  for (const bound of ['minLength', 'minItems', 'minimum', 'minProperties'] as const)
    atLeast(bound);
  for (const bound of ['maxLength', 'maxItems', 'maximum'] as const) atMost(bound);
  if (theirs['pattern'] !== undefined && ours.pattern !== theirs['pattern']) say('another pattern');
  const allowed = theirs['enum'];
  if (Array.isArray(allowed))
    for (const one of ours.enum ?? ['anything'])
      if (!allowed.includes(one)) say(`"${one}" is not in the enum`);
  const format = theirs['format'];
  if ((format === 'date-time' || format === 'int32') && ours.format !== format)
    say(`format is not ${format}`);
  const keys = theirs['x-kubernetes-list-map-keys'];
  // Unique in fewer keys is the stricter rule.
  if (Array.isArray(keys) && !(ours.uniqueBy ?? ['nothing']).every((key) => keys.includes(key)))
    say(`not unique by ${keys.join(', ')}`);
}
