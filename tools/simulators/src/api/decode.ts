import { apiVersionOf, type Kind } from './kind.js';
import { isTree, type KubeObject, type Tree } from './kube-object.js';
import { duplicateFields, prune, validate } from './schema/index.js';
import { badRequest, invalid, invalidObject, type FieldFault, type StatusError } from './status.js';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

export interface Decoded {
  readonly object: KubeObject;
  /** One `Warning` header each. */
  readonly warnings: readonly string[];
}

/** Parses a request body as one object of a kind; 400 says what can't be read. */
export function readObject(kind: Kind, text: string, validation: FieldValidation): Decoded {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind.kind}): couldn't get version/kind; json parse error: ${(error as Error).message}`,
    );
  }
  if (!isTree(value)) throw badRequest(`the body is not an object of kind ${kind.kind}`);
  checkType(kind, value);
  return decode(kind, value, {
    validation,
    duplicates: validation === 'Ignore' ? [] : duplicateFields(text),
    refuse: (because) =>
      badRequest(
        `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${because}`,
      ),
  });
}

/** The result of a patch as an object of the kind; its faults are 422 and name the patch. */
export function readPatched(
  kind: Kind,
  value: unknown,
  { text, validation }: { readonly text: string; readonly validation: FieldValidation },
): Decoded {
  if (!isTree(value)) throw badRequest(`the patch does not leave an object of kind ${kind.kind}`);
  const wrong = typeFaults(kind, value);
  if (wrong.length > 0) throw invalid({ kind: String(value['kind']), name: nameOf(value) }, wrong);
  return decode(kind, value, {
    validation,
    duplicates: validation === 'Ignore' ? [] : duplicateFields(text),
    refuse: (because) => {
      const shown = JSON.stringify(JSON.stringify(value));
      const message = `Invalid value: ${shown}: ${because}`;
      return invalid({}, [{ field: 'patch', reason: 'FieldValueInvalid', message }]);
    },
  });
}

interface Decoding {
  readonly validation: FieldValidation;
  readonly duplicates: readonly string[];
  readonly refuse: (because: string) => StatusError;
}

function decode(kind: Kind, value: Tree, { validation, duplicates, refuse }: Decoding): Decoded {
  const pruned = prune(kind.schema, { ...value, metadata: value['metadata'] ?? {} });
  const problems = [
    ...duplicates.map((field) => `duplicate field "${field}"`),
    ...pruned.unknown.map((field) => `unknown field "${field}"`),
  ];
  if (validation === 'Strict' && problems.length > 0)
    throw refuse(`strict decoding error: ${problems.join(', ')}`);
  const undecodable = validate(kind.schema, pruned.value).find(
    // Custom objects are decoded as they come, but for their metadata; built-in ones have Go types.
    ({ field, reason }) =>
      reason === 'FieldValueTypeInvalid' && (!kind.custom || field.startsWith('metadata')),
  );
  if (undecodable) {
    const [, wanted, type] = /type (\S+): "(\S+)"/.exec(undecodable.message) ?? [];
    throw refuse(
      `json: cannot unmarshal ${type === 'integer' ? 'number' : type} into Go struct field ${kind.kind}.${undecodable.field} of type ${wanted}`,
    );
  }
  return {
    object: pruned.value as KubeObject,
    warnings: validation === 'Warn' ? problems : [],
  };
}

function checkType(kind: Kind, value: Tree): void {
  const apiVersion = apiVersionOf(kind);
  value['apiVersion'] ??= apiVersion;
  value['kind'] ??= kind.kind;
  if (value['apiVersion'] !== apiVersion)
    throw badRequest(
      `the API version in the data (${String(value['apiVersion'])}) does not match the expected API version (${apiVersion})`,
    );
  const wrong = typeFaults(kind, value);
  if (wrong.length > 0)
    throw invalidObject({ ...kind, kind: String(value['kind']) }, nameOf(value), wrong);
}

function typeFaults(kind: Kind, value: Tree): FieldFault[] {
  const wanted = { kind: kind.kind, apiVersion: apiVersionOf(kind) };
  return Object.entries(wanted)
    .filter(([field, right]) => value[field] !== right)
    .map(([field, right]) => ({
      field,
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(value[field])}: must be ${right}`,
    }));
}

const nameOf = (value: Tree): string =>
  isTree(value['metadata']) ? String(value['metadata']['name'] ?? '') : '';
