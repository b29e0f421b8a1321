import { type Deletes } from './deletes.js';
import { at } from './kube-object.js';
import { type Answer } from './resources.js';
import { badRequest } from './status.js';
import { type Target } from './writes.js';

/** POST of an Eviction: removes the Pod. Disruption budgets are not looked at. */
export function evict(
  deletes: Deletes,
  target: Target,
  text: string,
  query: URLSearchParams,
): Answer {
  let eviction: unknown;
  try {
    eviction = JSON.parse(text);
  } catch (error) {
    throw badRequest(`the Eviction can't be parsed: ${(error as Error).message}`);
  }
  if (at(eviction, 'metadata', 'name') !== target.name)
    throw badRequest('name in URL does not match name in Eviction object');
  const uid = at(eviction, 'deleteOptions', 'preconditions', 'uid');
  const dryRun = query.getAll('dryRun').includes('All');
  deletes.delete(target, { dryRun, ...(typeof uid === 'string' ? { uid } : {}) });
  const metadata = {};
  return {
    code: 201,
    body: { kind: 'Status', apiVersion: 'v1', metadata, status: 'Success', code: 201 },
  };
}
