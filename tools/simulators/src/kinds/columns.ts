import { at, isTree, type Column, type KubeObject } from '../api/index.js';

export const column = (name: string, type: Column['type'], path: string, priority = 0): Column => ({
  name,
  type,
  priority,
  cell: (object) => at(object, ...path.split('.')),
});

/** The status of a condition, as most of Cluster API's columns are. */
export const condition = (name: string, type: string, priority = 0): Column => ({
  name,
  type: 'string',
  priority,
  cell: (object) => conditionStatus(object, type),
});

export const ageColumn: Column = column('Age', 'date', 'metadata.creationTimestamp');

export function conditionStatus(object: KubeObject, type: string): unknown {
  const found = itemsOf(object, 'status', 'conditions').find((one) => one['type'] === type);
  return found?.['status'];
}

/** The objects of a list somewhere in an object; none when it is absent. */
export function itemsOf(object: KubeObject, ...path: string[]): Record<string, unknown>[] {
  const value = at(object, ...path);
  return Array.isArray(value) ? value.filter(isTree) : [];
}
