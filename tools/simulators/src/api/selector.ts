import { type Kind } from './kind.js';
import { own, type KubeObject } from './kube-object.js';
import { badRequest } from './status.js';

export type Matches = (object: KubeObject) => boolean;

type Labels = Readonly<Record<string, string>>;

const requirement =
  /^\s*(!?)\s*([^\s!=<>(),]+)\s*(?:(==|=|!=|<|>)\s*([^\s!=<>(),]*)\s*|\s(in|notin)\s*\(([^()]*)\)\s*)?$/;

/** A label selector as Kubernetes writes it: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. */
export function labelSelector(text: string): (labels: Labels) => boolean {
  if (text.trim() === '') return () => true;
  const rules = text.split(/,(?![^(]*\))/).map((part) => {
    const found = requirement.exec(part);
    if (!found) throw badRequest(`unable to parse requirement: found '${part.trim()}'`);
    const [, not, key = '', operator, value = '', set, values = ''] = found;
    if (not && (operator || set)) throw badRequest(`unable to parse requirement: found '${part}'`);
    return rule({ key, not: not === '!', operator: operator ?? set, value, values });
  });
  return (labels) => rules.every((matches) => matches(labels));
}

function rule({
  key,
  not,
  operator,
  value,
  values,
}: {
  readonly key: string;
  readonly not: boolean;
  readonly operator: string | undefined;
  readonly value: string;
  readonly values: string;
}): (labels: Labels) => boolean {
  const set = new Set(values.split(',').map((one) => one.trim()));
  switch (operator) {
    case undefined:
      return (labels) => Object.hasOwn(labels, key) !== not;
    case '!=':
      return (labels) => own(labels, key) !== value;
    case 'in':
      return (labels) => Object.hasOwn(labels, key) && set.has(own(labels, key) ?? '');
    case 'notin':
      return (labels) => !Object.hasOwn(labels, key) || !set.has(own(labels, key) ?? '');
    case '<':
      return (labels) => Object.hasOwn(labels, key) && Number(own(labels, key)) < Number(value);
    case '>':
      return (labels) => Object.hasOwn(labels, key) && Number(own(labels, key)) > Number(value);
    default:
      return (labels) => own(labels, key) === value;
  }
}

/** A field selector: `metadata.name=a,spec.nodeName!=b`; which fields there are depends on the kind. */
export function fieldSelector(kind: Kind, text: string): Matches {
  const known: NonNullable<Kind['fields']> = {
    'metadata.name': ({ metadata }) => metadata.name,
    'metadata.namespace': ({ metadata }) => metadata.namespace ?? '',
    ...kind.fields,
  };
  const rules = text
    .split(',')
    .filter((part) => part !== '')
    .map((part): Matches => {
      const found = /^([^=!]+)(==|=|!=)(.*)$/.exec(part);
      if (!found) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`);
      const [, name = '', operator, wanted] = found;
      const read = own(known, name);
      if (!read) throw badRequest(unknownField(kind, name, Object.keys(known)));
      return (object) => (read(object) === wanted) === (operator !== '!=');
    });
  return (object) => rules.every((matches) => matches(object));
}

const unknownField = (kind: Kind, name: string, known: readonly string[]): string =>
  kind.custom
    ? `field label not supported: ${name}`
    : `"${name}" is not a known field selector: only ${known.map((one) => `"${one}"`).join(', ')}`;

export function selector(kind: Kind, query: URLSearchParams): Matches {
  const labels = labelSelector(query.get('labelSelector') ?? '');
  const fields = fieldSelector(kind, query.get('fieldSelector') ?? '');
  return (object) => labels(object.metadata.labels ?? {}) && fields(object);
}
