import type { CallOptions, KubeRest } from './kube-rest.js';
import type { Outcome } from './outcome.js';

export interface WriteOptions extends Omit<CallOptions, 'query'> {
  readonly path: string;
  /** Runs validation, defaulting and admission, and stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** An unknown field is refused with 400, not dropped: a misspelt field must not look done. */
const strict = (dryRun: boolean | undefined) => ({
  fieldValidation: 'Strict',
  dryRun: dryRun ? 'All' : undefined,
});

/** Creates `object` in the collection at `path`; an existing name is 409 `AlreadyExists`. */
export function create(
  rest: KubeRest,
  { path, object, dryRun, signal, timeout }: WriteOptions & { readonly object: unknown },
): Promise<Outcome<unknown>> {
  return rest.write({ method: 'POST', path, body: object, query: strict(dryRun), signal, timeout });
}

/**
 * Merge patch: `null` deletes a key, a list replaces the whole list. With `resourceVersion` it is
 * refused (409 `Conflict`) unless the object is still as read, a recreated one included.
 */
export function mergePatch(
  rest: KubeRest,
  {
    path,
    patch,
    resourceVersion,
    dryRun,
    signal,
    timeout,
  }: WriteOptions & {
    readonly patch: Readonly<Record<string, unknown>>;
    /** Absent only for workload Nodes, whose heartbeats would make every patch conflict. */
    readonly resourceVersion?: string | undefined;
  },
): Promise<Outcome<unknown>> {
  const metadata = { ...(patch['metadata'] as object | undefined), resourceVersion };
  const body = resourceVersion === undefined ? patch : { ...patch, metadata };
  const contentType = 'application/merge-patch+json';
  return rest.write({
    method: 'PATCH',
    path,
    body,
    contentType,
    query: strict(dryRun),
    signal,
    timeout,
  });
}

/** Deletes only the incarnation that was read: another uid or version is 409, a gone one 404. */
export function remove(
  rest: KubeRest,
  {
    path,
    preconditions,
    propagationPolicy,
    dryRun,
    signal,
    timeout,
  }: WriteOptions & {
    readonly preconditions: { readonly uid: string; readonly resourceVersion?: string | undefined };
    readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined;
  },
): Promise<Outcome<unknown>> {
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions, propagationPolicy };
  const query = { dryRun: dryRun ? 'All' : undefined };
  return rest.write({ method: 'DELETE', path, body, query, signal, timeout });
}
