import { until } from '@slipway/testing';
import { type KubeObject } from '../../api/index.js';
import { type HttpClient } from '../../testing/http-client.js';
import { watched, type WatchedKind } from '../engine/resources.js';
import { clusterManifests, type ClusterRequest } from './cluster-manifests.js';
import { History } from './history.js';

const within = 60_000;

/** Cluster API objects of one namespace, as a test reads and writes them. */
export class CapiClient {
  /** What the controllers couldn't do; shown with what a test waited for in vain. */
  readonly warnings: string[] = [];
  readonly #histories: History[] = [];

  constructor(
    readonly http: HttpClient,
    readonly namespace: string,
  ) {}

  path(kind: WatchedKind, name = '', subresource = ''): string {
    const { group, version, plural } = watched[kind];
    const parts = [group ? `apis/${group}` : 'api', version, 'namespaces', this.namespace, plural];
    return `/${[...parts, name, subresource].filter((part) => part !== '').join('/')}`;
  }

  async get(kind: WatchedKind, name: string): Promise<KubeObject | undefined> {
    const answered = await this.http.ask({ method: 'GET', path: this.path(kind, name) });
    return answered.status === 200 ? (answered.body as unknown as KubeObject) : undefined;
  }

  async list(kind: WatchedKind, cluster?: string): Promise<KubeObject[]> {
    const query =
      cluster === undefined ? '' : `?labelSelector=cluster.x-k8s.io%2Fcluster-name%3D${cluster}`;
    const { body } = await this.http.ask({
      method: 'GET',
      path: `${this.path(kind)}${query}`,
    });
    return body['items'] as KubeObject[];
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const path = `${this.path(object.kind as WatchedKind)}?fieldValidation=Strict`;
    const answered = await this.http.ask({ method: 'POST', path, body: object });
    if (answered.status !== 201) throw new Error(answered.text);
    return answered.body as unknown as KubeObject;
  }

  async patch(kind: WatchedKind, name: string, body: unknown): Promise<KubeObject> {
    const type = 'application/merge-patch+json';
    const path = this.path(kind, name);
    const answered = await this.http.ask({ method: 'PATCH', path, body, type });
    if (answered.status !== 200) throw new Error(answered.text);
    return answered.body as unknown as KubeObject;
  }

  async delete(kind: WatchedKind, name: string): Promise<void> {
    const path = this.path(kind, name);
    const { status, text } = await this.http.ask({ method: 'DELETE', path });
    if (status !== 200) throw new Error(text);
  }

  /** Creates all objects of a cluster, paused, then activates it. */
  async createCluster(request: Omit<ClusterRequest, 'namespace'>): Promise<KubeObject> {
    const created = await this.createPaused(request);
    await this.patch('Cluster', request.name, { spec: { paused: null } });
    return created;
  }

  async createPaused(request: Omit<ClusterRequest, 'namespace'>): Promise<KubeObject> {
    const { cluster, children } = clusterManifests({ ...request, namespace: this.namespace });
    const created = await this.create(cluster);
    for (const child of children(created.metadata.uid ?? '')) await this.create(child);
    return created;
  }

  /** Resolves with the object once it is as wanted; the error shows how it was last. */
  async eventually(
    kind: WatchedKind,
    name: string,
    because: string,
    wanted: (object: KubeObject) => boolean,
  ): Promise<KubeObject> {
    let last: KubeObject | undefined;
    const isSo = async () => {
      last = await this.get(kind, name);
      return last !== undefined && wanted(last);
    };
    await until(isSo, { within, because, every: 10 }).catch((error: unknown) =>
      this.#explain(error, last),
    );
    return last as KubeObject;
  }

  async isGone(kind: WatchedKind, name: string): Promise<void> {
    const because = `${kind} ${name} to be gone`;
    await until(async () => (await this.get(kind, name)) === undefined, {
      within,
      because,
      every: 10,
    }).catch(async (error: unknown) => this.#explain(error, await this.get(kind, name)));
  }

  /** What happens from now on; ends with `stopWatching`. */
  async watch(kind: WatchedKind): Promise<History> {
    const history = await History.start(this.http, this.path(kind));
    this.#histories.push(history);
    return history;
  }

  stopWatching(): void {
    for (const history of this.#histories.splice(0)) history.stop();
  }

  #explain(error: unknown, last: KubeObject | undefined): never {
    const state = JSON.stringify(last, undefined, 1);
    throw new Error(`${String(error)}: it is ${state}\n${this.warnings.join('\n')}`);
  }
}
