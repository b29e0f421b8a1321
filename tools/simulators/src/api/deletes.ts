import { type Clock } from './clock.js';
import { type Kind } from './kind.js';
import { isTree, timestamp, type KubeObject, type Tree } from './kube-object.js';
import { badRequest, invalidOption, notFound, preconditionFailed } from './status.js';
import { type Store } from './store.js';
import { type Target } from './writes.js';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Body and query of a DELETE; the propagation policy is checked, but there is no garbage collector. */
export function readDeleteOptions(text: string, query: URLSearchParams): DeleteOptions {
  let body: Tree = {};
  if (text !== '') {
    try {
      const value: unknown = JSON.parse(text);
      if (isTree(value)) body = value;
    } catch (error) {
      throw badRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
    }
  }
  const policy = query.get('propagationPolicy') ?? body['propagationPolicy'];
  if (policy !== undefined && !policies.includes(String(policy)))
    throw invalidOption('DeleteOptions', {
      field: 'propagationPolicy',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`,
    });
  const { uid, resourceVersion } = isTree(body['preconditions']) ? body['preconditions'] : {};
  const dryRun = [
    ...query.getAll('dryRun'),
    ...(Array.isArray(body['dryRun']) ? body['dryRun'] : []),
  ];
  return {
    dryRun: dryRun.includes('All'),
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}

const policies = ['Foreground', 'Background', 'Orphan'];

export class Deletes {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly kinds: readonly Kind[],
  ) {}

  /** Deletes, or with finalizers marks as deleting; answers what the real server answers. */
  delete({ kind, namespace, name }: Target, options: DeleteOptions): KubeObject | Tree {
    const current = this.store.get(kind, namespace, name)?.object;
    if (!current) throw notFound(kind, name);
    checkPreconditions(kind, current, options);
    const { metadata } = current;
    if (kind.kind === 'Namespace' && !options.dryRun) this.#empty(name);
    if (!metadata.finalizers?.length) {
      const gone = kind.returnsDeleted ? this.#marked(current) : current;
      if (!options.dryRun) this.store.remove(kind, gone);
      return kind.returnsDeleted ? gone : success(kind, current);
    }
    if (metadata.deletionTimestamp) return current;
    const marked = this.#marked(current);
    return options.dryRun ? marked : this.store.write(kind, marked).object;
  }

  /** Deletes what a namespace holds; the real server leaves that to a controller. */
  #empty(namespace: string): void {
    for (const kind of this.kinds.filter(({ namespaced }) => namespaced))
      for (const { object } of this.store.list(kind, namespace))
        this.delete({ kind, namespace, name: object.metadata.name }, { dryRun: false });
  }

  #marked(object: KubeObject): KubeObject {
    const { metadata } = object;
    if (metadata.deletionTimestamp) return object;
    const deletionTimestamp = timestamp(this.clock.now());
    const counted =
      metadata.generation === undefined ? {} : { generation: metadata.generation + 1 };
    return {
      ...object,
      metadata: { ...metadata, ...counted, deletionTimestamp, deletionGracePeriodSeconds: 0 },
    };
  }
}

function checkPreconditions(kind: Kind, { metadata }: KubeObject, options: DeleteOptions): void {
  if (options.uid !== undefined && options.uid !== metadata.uid)
    throw preconditionFailed(
      kind,
      metadata.name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  if (options.resourceVersion !== undefined && options.resourceVersion !== metadata.resourceVersion)
    throw preconditionFailed(
      kind,
      metadata.name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
}

const success = (kind: Kind, { metadata }: KubeObject): Tree => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: {
    name: metadata.name,
    ...(kind.group ? { group: kind.group } : {}),
    kind: kind.plural,
    uid: metadata.uid,
  },
});
