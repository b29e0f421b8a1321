import { type Kind } from './kind.js';
import { type KubeObject, type Tree } from './kube-object.js';

/** Whether a client asks for a Table, as kubectl does to print columns. */
export const wantsTable = (accept: string): boolean =>
  accept.split(',').some((one) => one.includes('as=Table') && /v=v1(;|$)/.test(one));

/** `meta.k8s.io/v1` Table over some objects; `columns` off leaves the definitions out (later watch events). */
export function table(
  kind: Kind,
  objects: readonly KubeObject[],
  {
    metadata,
    now,
    columns = true,
    include = 'Metadata',
  }: {
    readonly metadata: Tree;
    readonly now: Date;
    readonly columns?: boolean;
    /** What each row carries beside its cells: `Metadata`, `Object` or `None`. */
    readonly include?: string;
  },
): Tree {
  const named = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 };
  const definitions = kind.columns.map(({ name, type, priority = 0 }) => ({
    name,
    type: type === 'date' ? 'string' : type,
    format: '',
    description: name,
    priority,
  }));
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns ? [named, ...definitions] : null,
    rows: objects.map((object) => ({
      cells: [object.metadata.name, ...kind.columns.map((column) => cell(column, object, now))],
      object: carried(object, include),
    })),
  };
}

function carried(object: KubeObject, include: string): unknown {
  if (include === 'None') return null;
  if (include === 'Object') return object;
  const { metadata } = object;
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}

function cell(column: Kind['columns'][number], object: KubeObject, now: Date): unknown {
  const value = column.cell(object);
  if (column.type !== 'date') return value ?? (column.type === 'string' ? '' : null);
  return typeof value === 'string' ? age(now.getTime() - Date.parse(value)) : '<unknown>';
}

/** An age as kubectl writes it: `45s`, `5m12s`, `3h5m`, `2d4h`, `40d`, `2y10d`. */
export function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [minutes, hours, days] = [60, 3600, 86400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  const two = (big: number, unit: string, small: number, part: string) =>
    small === 0 ? `${big}${unit}` : `${big}${unit}${small}${part}`;
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (hours < 3) return `${minutes}m`;
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  return two(Math.floor(days / 365), 'y', days % 365, 'd');
}
