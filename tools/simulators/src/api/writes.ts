import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Clock } from './clock.js';
import { readObject, readPatched, type Decoded, type FieldValidation } from './decode.js';
import { type Kind } from './kind.js';
import { timestamp, type KubeObject } from './kube-object.js';
import { keepServerFields, metadataFaults, randomSuffix } from './metadata.js';
import { type Patch } from './patch/index.js';
import { validate, withTrailer } from './schema/index.js';
import {
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  invalidObject,
  notFound,
  preconditionFailed,
  StatusError,
} from './status.js';
import { type Store, type Stored } from './store.js';
import { checkFinalizers, checkNamespace, mainOf, statusOf } from './update-rules.js';

export interface Target {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface WriteOptions {
  readonly dryRun: boolean;
  readonly validation: FieldValidation;
  /** What may change: all but the status, or the status alone. */
  readonly part: 'main' | 'status';
}

export interface Written {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

/** Creates and updates by the rules of the real server: who owns which field, and what counts as a change. */
export class Writes {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    /** The kind Namespace: nothing is created in a namespace that doesn't exist. */
    private readonly namespaces: Kind | undefined,
  ) {}

  create(
    { kind, namespace }: Omit<Target, 'name'>,
    text: string,
    { dryRun, validation }: Omit<WriteOptions, 'part'>,
  ): Written {
    const { object, warnings } = readObject(kind, text, validation);
    const sent = object.metadata;
    checkNamespace(sent, namespace);
    if (namespace !== undefined && !this.#namespaceExists(namespace))
      throw new StatusError(404, 'NotFound', `namespaces "${namespace}" not found`, {
        details: { name: namespace, kind: 'namespaces' },
      });
    if (sent.resourceVersion)
      throw badRequest('resourceVersion should not be set on objects to be created');
    const name = sent.name ?? (sent.generateName ? sent.generateName + randomSuffix() : '');
    const metadata = keepServerFields(
      {
        name,
        ...(sent.generateName ? { generateName: sent.generateName } : {}),
        ...(namespace === undefined ? {} : { namespace }),
        uid: randomUUID(),
        creationTimestamp: timestamp(this.clock.now()),
        ...(kind.generation ? { generation: 1 } : {}),
      },
      sent,
    );
    const created: KubeObject = { ...object, metadata };
    if (kind.status && !kind.statusAtCreation) delete created.status;
    kind.initialise?.(created);
    kind.normalise?.(created);
    this.#check(kind, created);
    if (this.store.get(kind, namespace, name)) throw alreadyExists(kind, name);
    return { object: dryRun ? created : this.store.write(kind, created).object, warnings };
  }

  replace(target: Target, text: string, options: WriteOptions): Written {
    const { kind, name } = target;
    const decoded = readObject(kind, text, options.validation);
    const { resourceVersion, uid } = decoded.object.metadata;
    if ((decoded.object.metadata.name ?? '') !== name) throw nameMismatch(decoded, name);
    const current = this.#current(target);
    if (uid !== undefined && uid !== current.object.metadata.uid)
      throw preconditionFailed(
        kind,
        name,
        `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.object.metadata.uid}`,
      );
    if (resourceVersion === undefined && kind.custom)
      throw invalid({ group: kind.group, kind: kind.plural, name }, [
        {
          field: 'metadata.resourceVersion',
          reason: 'FieldValueInvalid',
          message: 'Invalid value: 0: must be specified for an update',
        },
      ]);
    return this.#update(target, current, decoded, options);
  }

  patch(target: Target, patch: Patch, options: WriteOptions): Written {
    const { kind, name } = target;
    const current = this.#current(target);
    const patched = patch.apply(current.object);
    const decoded = readPatched(kind, patched, { ...options, text: patch.text });
    const sent = decoded.object.metadata;
    if (sent.name !== name) throw nameMismatch(decoded, name);
    const frozen = (['uid', 'deletionTimestamp'] as const).filter(
      (field) => sent[field] !== current.object.metadata[field],
    );
    if (frozen.length > 0)
      throw invalidObject(
        kind,
        name,
        frozen.map((field) => ({
          field: `metadata.${field}`,
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${JSON.stringify(sent[field])}: field is immutable`,
        })),
      );
    return this.#update(target, current, decoded, options);
  }

  /** Changes an object from inside, by the same rules: `/scale` uses it. */
  edit(target: Target, change: (object: KubeObject) => KubeObject, dryRun: boolean): KubeObject {
    const current = this.#current(target);
    const decoded = { object: change(structuredClone(current.object)), warnings: [] };
    return this.#update(target, current, decoded, { dryRun, validation: 'Ignore', part: 'main' })
      .object;
  }

  #update(target: Target, current: Stored, decoded: Decoded, options: WriteOptions): Written {
    const { kind, name, namespace } = target;
    const { object: sent, warnings } = decoded;
    const before = current.object;
    checkNamespace(sent.metadata, namespace);
    if (
      sent.metadata.resourceVersion !== undefined &&
      sent.metadata.resourceVersion !== before.metadata.resourceVersion
    )
      throw conflict(kind, name);
    const next =
      options.part === 'status' ? statusOf(kind, sent, before) : mainOf(kind, sent, before);
    kind.normalise?.(next);
    checkFinalizers(kind, before.metadata, next.metadata);
    this.#check(kind, next);
    if (isDeepStrictEqual(next, before)) return { object: before, warnings };
    if (options.dryRun) return { object: next, warnings };
    if (next.metadata.deletionTimestamp && !next.metadata.finalizers) {
      this.store.remove(kind, next);
      return { object: next, warnings };
    }
    return { object: this.store.write(kind, next).object, warnings };
  }

  #check(kind: Kind, object: KubeObject): void {
    const { name } = object.metadata;
    const faults = [...metadataFaults(object.metadata), ...validate(kind.schema, object)];
    if (faults.length > 0)
      throw invalidObject(kind, name, kind.custom ? withTrailer(faults) : faults);
  }

  #current({ kind, namespace, name }: Target): Stored {
    const current = this.store.get(kind, namespace, name);
    if (!current) throw notFound(kind, name);
    return current;
  }

  #namespaceExists(name: string): boolean {
    return !this.namespaces || this.store.get(this.namespaces, undefined, name) !== undefined;
  }
}

const nameMismatch = ({ object }: Decoded, name: string) =>
  badRequest(
    `the name of the object (${object.metadata.name ?? ''}) does not match the name on the URL (${name})`,
  );
