import { at, isTree, type KubeObject, type Tree } from './kube-object.js';
import { readPatch } from './patch/index.js';
import { badRequest, conflict, invalidObject, notFound } from './status.js';
import { type Store } from './store.js';
import { type Target, type Writes } from './writes.js';

/** The `autoscaling/v1` Scale of an object. */
export function scaleOf({ metadata, spec, status }: KubeObject): Tree {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const selector = at(status, 'selector');
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: at(spec, 'replicas') ?? 0 },
    status: {
      replicas: at(status, 'replicas') ?? 0,
      ...(selector === undefined ? {} : { selector }),
    },
  };
}

/** GET, PUT and PATCH of `/scale`: only `spec.replicas` counts. */
export class Scales {
  constructor(
    private readonly store: Store,
    private readonly writes: Writes,
  ) {}

  get({ kind, namespace, name }: Target): Tree {
    const current = this.store.get(kind, namespace, name);
    if (!current) throw notFound(kind, name);
    return scaleOf(current.object);
  }

  set(target: Target, body: { type: string; text: string; patch: boolean; dryRun: boolean }): Tree {
    const { kind, name } = target;
    const scale = body.patch
      ? readPatch({ ...kind, custom: true }, body.type, body.text).apply(this.get(target))
      : parse(body.text);
    const replicas = at(scale, 'spec', 'replicas') ?? 0;
    if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 0)
      throw invalidObject(kind, name, [
        {
          field: '.spec.replicas',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${JSON.stringify(replicas)}: should be a non-negative integer`,
        },
      ]);
    const version = at(scale, 'metadata', 'resourceVersion');
    const change = (object: KubeObject): KubeObject => {
      if (version !== undefined && version !== object.metadata.resourceVersion)
        throw conflict(kind, name);
      return { ...object, spec: { ...object.spec, replicas } };
    };
    return scaleOf(this.writes.edit(target, change, body.dryRun));
  }
}

function parse(text: string): Tree {
  try {
    const value: unknown = JSON.parse(text);
    if (isTree(value)) return value;
  } catch (error) {
    throw badRequest(`the Scale can't be parsed: ${(error as Error).message}`);
  }
  throw badRequest('the Scale is not an object');
}
