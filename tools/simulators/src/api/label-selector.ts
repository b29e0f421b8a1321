import { isTree, own } from './kube-object.js';

type Labels = Readonly<Record<string, string>>;

/** Whether a selector object (`matchLabels`, `matchExpressions`) selects; an absent one selects nothing. */
export function selects(selector: unknown, labels: Labels = {}): boolean {
  if (!isTree(selector)) return false;
  const wanted = Object.entries((selector['matchLabels'] ?? {}) as Labels);
  const rules = (selector['matchExpressions'] ?? []) as readonly Expression[];
  return (
    wanted.every(([key, value]) => own(labels, key) === value) &&
    rules.every((rule) => matches(rule, labels))
  );
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

function matches({ key, operator, values = [] }: Expression, labels: Labels): boolean {
  const value = own(labels, key);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
