import { type Kind } from '../kind.js';
import { own } from '../kube-object.js';
import { badRequest, unsupportedMediaType } from '../status.js';
import { jsonPatch } from './json-patch.js';
import { mergePatch } from './merge.js';
import { strategicMerge } from './strategic-merge.js';

export interface Patch {
  readonly text: string;
  readonly apply: (target: unknown) => unknown;
}

/** Reads a patch by its content type; 415 for types that the kind doesn't take. */
export function readPatch(kind: Kind, contentType: string, text: string): Patch {
  const types: Record<string, (target: unknown, patch: unknown) => unknown> = {
    'application/json-patch+json': jsonPatch,
    'application/merge-patch+json': mergePatch,
    ...(kind.custom ? {} : { 'application/strategic-merge-patch+json': strategicMerge }),
  };
  const apply = own(types, contentType);
  // Server-side apply needs ownership of fields, which is not simulated: refused, not imitated.
  if (!apply) throw unsupportedMediaType(Object.keys(types));
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`);
  }
  if (apply !== jsonPatch && (typeof patch !== 'object' || patch === null || Array.isArray(patch)))
    throw badRequest('error decoding patch: json: cannot unmarshal array into an object');
  return { text, apply: (target) => apply(target, patch) };
}
