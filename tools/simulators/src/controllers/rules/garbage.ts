import { type KubeObject } from '../../api/index.js';
import { isDeleting } from '../objects/index.js';

/** Objects of which no owner is among those that are known: the owners have to be looked for before deletion. */
export function orphans(all: readonly KubeObject[]): readonly KubeObject[] {
  const uids = new Set(all.map(({ metadata }) => metadata.uid));
  return all.filter((object) => {
    const owners = object.metadata.ownerReferences ?? [];
    return !isDeleting(object) && owners.length > 0 && owners.every(({ uid }) => !uids.has(uid));
  });
}
