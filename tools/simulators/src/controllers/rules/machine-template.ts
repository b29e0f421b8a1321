import { type KubeObject } from '../../api/index.js';
import { textAt, treeAt } from '../objects/index.js';

const inTemplate = ['spec', 'template', 'spec'] as const;

/** What differs between two templates in a way that calls for new Machines. Source: Cluster API. */
export function templateChanges(current: KubeObject, desired: KubeObject): readonly string[] {
  const at = (object: KubeObject, ...path: readonly string[]) =>
    textAt(object, ...inTemplate, ...path);
  const changes: string[] = [];
  for (const [title, field] of [
    ['Version', 'version'],
    ['Failure domain', 'failureDomain'],
  ] as const) {
    const [has, wants] = [at(current, field), at(desired, field)];
    if (has !== wants) changes.push(`${title} ${has ?? '""'}, ${wants ?? '""'} required`);
  }
  for (const reference of [['bootstrap', 'configRef'], ['infrastructureRef']]) {
    const { kind } = treeAt(desired, ...inTemplate, ...reference);
    if (at(current, ...reference, 'name') !== at(desired, ...reference, 'name'))
      changes.push(`${String(kind).replace(/Template$/, '')} is not up-to-date`);
  }
  return changes;
}
