import { randomBytes } from 'node:crypto';
import { connectByKubeconfig, type Connection, type Question } from '@slipway/kube-apiserver';

/** Any Kubernetes object as it stands on the wire. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly generation?: number;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [more: string]: unknown;
  };
  // Tests read objects of every kind here; a shape for each would be a second model of Kubernetes.
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly [more: string]: unknown;
}

/** What names an object; an object itself does. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/** The server answered, and not with success. */
export class KubeRefusal extends Error {
  override readonly name = 'KubeRefusal';
  constructor(
    readonly status: number,
    readonly body: unknown,
    what: string,
  ) {
    const message = (body as { message?: string } | undefined)?.message ?? String(body);
    super(`${what}: ${status} ${message}`);
  }
}

/** Creates, reads and changes objects on a real API server, with strict field validation. */
export class KubeObjects {
  constructor(private readonly connection: Connection) {}

  /** A `status` is written in a second request, through the subresource. */
  async create(object: KubeObject): Promise<KubeObject> {
    const { status, ...body } = object;
    const created = await this.#ask({ method: 'POST', path: strict(collection(object)), body });
    return status === undefined ? created : this.patchStatus(object, status);
  }

  get(reference: ObjectReference): Promise<KubeObject> {
    return this.#ask({ path: item(reference) });
  }

  /** Undefined when there is none. */
  async find(reference: ObjectReference): Promise<KubeObject | undefined> {
    try {
      return await this.get(reference);
    } catch (error) {
      if (error instanceof KubeRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  async list(kind: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string;
  }): Promise<readonly KubeObject[]> {
    const { apiVersion, namespace } = kind;
    const path = collection({ apiVersion, kind: kind.kind, metadata: { name: '', namespace } });
    const list = await this.#ask({ path });
    return list['items'] as readonly KubeObject[];
  }

  /** A JSON merge patch. */
  patch(reference: ObjectReference, patch: object): Promise<KubeObject> {
    return this.#patch(item(reference), patch);
  }

  /** A JSON merge patch of `status`, through the subresource. */
  patchStatus(reference: ObjectReference, status: unknown): Promise<KubeObject> {
    return this.#patch(`${item(reference)}/status`, { status });
  }

  async delete(reference: ObjectReference, options: object = {}): Promise<void> {
    await this.#ask({ method: 'DELETE', path: item(reference), body: options });
  }

  /** For what the methods above don't cover; resolves with whatever the server answers. */
  ask(question: Question): ReturnType<Connection['ask']> {
    return this.connection.ask(question);
  }

  close(): void {
    this.connection.close();
  }

  #patch(path: string, body: object): Promise<KubeObject> {
    const contentType = 'application/merge-patch+json';
    return this.#ask({ method: 'PATCH', path: strict(path), contentType, body });
  }

  async #ask(question: Question): Promise<KubeObject> {
    const { status, body } = await this.connection.ask(question);
    if (status < 300) return body as KubeObject;
    throw new KubeRefusal(status, body, `${question.method ?? 'GET'} ${question.path}`);
  }
}

/** By a kubeconfig with a token and a CA in it, such as SLIPWAY_TEST_KUBECONFIG names. */
export function kubeObjects(kubeconfig: string): KubeObjects {
  return new KubeObjects(connectByKubeconfig(kubeconfig));
}

/**
 * Runs `work` with a namespace of its own. Afterwards the namespace is being deleted, so that a client
 * that was forgotten is refused; its objects stay until the server ends, for nothing collects them.
 */
export async function withNamespace<T>(
  objects: KubeObjects,
  work: (namespace: string) => Promise<T>,
): Promise<T> {
  const name = `test-${randomBytes(6).toString('hex')}`;
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  await objects.create(namespace);
  try {
    return await work(name);
  } finally {
    await objects.delete(namespace);
  }
}

const strict = (path: string) => `${path}?fieldValidation=Strict`;

function collection({ apiVersion, kind, metadata: { namespace } }: ObjectReference): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${group}${namespace ? `/namespaces/${namespace}` : ''}/${plural(kind)}`;
}

const item = (reference: ObjectReference) => `${collection(reference)}/${reference.metadata.name}`;

/** As Kubernetes' own generators form it: Cluster, ClusterClass, NetworkPolicy. */
function plural(kind: string): string {
  const lower = kind.toLowerCase();
  if (/(s|x|ch|sh)$/.test(lower)) return `${lower}es`;
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return `${lower}s`;
}
