import { type z } from 'zod';
import { Selection, type FieldTree } from './selection.js';
import { splitPath } from './split-path.js';

/**
 * Reads a `fields` parameter against the shape of what is selected from. Absent, empty and blank mean
 * all, and so does `*` wherever it stands; else the comma-separated paths count that the shape has,
 * and all others are ignored. A path selects in each element of a list; beneath a map (`tags.team`)
 * the rest is one key, dots included. A parent beats its children. Source: VMK Engine, `fields`.
 */
export function parseSelection(fields: string | undefined, shape: z.ZodType): Selection {
  if (fields === undefined || fields.trim() === '') return Selection.all;
  const paths = fields.split(',').map((path) => path.trim());
  if (paths.includes('*')) return Selection.all;
  const tree: FieldTree = new Map();
  for (const path of paths) {
    const names = splitPath(path, shape);
    if (names) insert(tree, names);
  }
  return new Selection(tree);
}

function insert(tree: FieldTree, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return;
  const beneath = tree.get(name);
  if (beneath === 'whole') return;
  if (rest.length === 0) {
    tree.set(name, 'whole');
    return;
  }
  const branch: FieldTree = beneath ?? new Map();
  tree.set(name, branch);
  insert(branch, rest);
}
