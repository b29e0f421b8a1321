import { randomUUID } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { systemClock, type Clock } from './clock.js';
import { makeServerCertificate } from './certificates.js';
import { discovery } from './discovery.js';
import { type Kind } from './kind.js';
import { own, type Tree } from './kube-object.js';
import { kubeconfig } from './kubeconfig.js';
import { urlOf } from './request.js';
import { acceptOf, Resources, type Answer } from './resources.js';
import { accessOf, route } from './route.js';
import { notAcceptable, StatusError, unauthorized, unknownPath } from './status.js';
import { Store } from './store.js';
import { forbidden, type User } from './users.js';
import { isTrue } from './watches.js';

export interface ApiServerOptions {
  readonly kinds: readonly Kind[];
  /** By bearer token. */
  readonly users: Readonly<Record<string, User>>;
  /** What the kubeconfig calls this cluster. */
  readonly name?: string;
  /** Default: any free port of 127.0.0.1. */
  readonly port?: number;
  /** Default true; false is plain http. */
  readonly tls?: boolean;
  readonly clock?: Clock;
  /** How many changes a watch can replay. Default 20,000. */
  readonly historyLimit?: number;
  readonly bookmarkMilliseconds?: number;
  readonly watchBufferBytes?: number;
  /**
   * Answers a watch from a forgotten version with status 410, as older servers do. By default the
   * answer is 200 and the 410 an event inside, as on the real server of this version.
   */
  readonly expiredByStatus?: boolean;
}

export interface ApiServer {
  readonly url: string;
  readonly store: Store;
  /** How many requests came, by verb and resource: `list pods`, `create pods/eviction`. */
  readonly requests: ReadonlyMap<string, number>;
  readonly openWatches: number;
  /** Sends a bookmark to every watch that allows them. */
  bookmark(): void;
  /** Forgets the history: a watch from before now is 410. */
  compact(): void;
  /** Makes every `continue` token 410. */
  expireContinueTokens(): void;
  /** The text of a kubeconfig that reaches this server with a token. */
  kubeconfig(token: string): string;
  /** Ends watches, cuts connections, frees the port. */
  close(): Promise<void>;
}

/** Starts a Kubernetes API server simulator; rejects when the port is taken. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { kinds, users, name = 'simulator', tls = true, clock = systemClock } = options;
  const store = new Store(options.historyLimit);
  const resources = new Resources(store, clock, {
    kinds,
    bookmarkMilliseconds: options.bookmarkMilliseconds ?? 10_000,
    bufferBytes: options.watchBufferBytes ?? 64 * 1024 * 1024,
    timeoutMilliseconds: 1_800_000,
    expiredByStatus: options.expiredByStatus ?? false,
  });
  const requests = new Map<string, number>();
  const hooks: Readonly<Record<string, () => void>> = {
    '/simulator/bookmark': () => resources.watches.bookmark(),
    '/simulator/compact': () => store.compact(),
    '/simulator/expire-continue-tokens': () => resources.lists.expireTokens(),
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer | undefined> {
    const { pathname, searchParams: query } = urlOf(request);
    const method = request.method ?? 'GET';
    if (method === 'GET' && pathname === '/version')
      return { code: 200, body: discovery(kinds, pathname) ?? {} };
    if (method === 'GET' && ['/livez', '/readyz', '/healthz'].includes(pathname)) {
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      return { code: 200, body: 'ok' };
    }
    const user = userOf(request, users);
    const hook = own(hooks, pathname);
    if (hook && method === 'POST') {
      const access = { verb: 'create', resource: 'simulator', group: '', namespace: undefined };
      if (!user.may({ ...access, name: undefined }))
        throw forbidden(user, { ...access, name: undefined });
      hook();
      return { code: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
    }
    const found = method === 'GET' ? discovery(kinds, pathname) : undefined;
    if (found) return { code: 200, body: found };
    const where = route(kinds, pathname);
    if (!where) throw unknownPath();
    const access = accessOf(method, isTrue(query.get('watch')), where);
    const counted = `${access.verb} ${access.resource}`;
    requests.set(counted, (requests.get(counted) ?? 0) + 1);
    if (!user.may(access)) throw forbidden(user, access, where.kind);
    if (!/^$|json|\*\/\*/.test(acceptOf(request))) throw notAcceptable();
    return resources.handle({ route: where, method, query, request, response });
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('audit-id', randomUUID());
    response.setHeader('cache-control', 'no-cache, private');
    response.setHeader('content-type', 'application/json');
    answer(request, response).then(
      (given) => given && send(response, given),
      (error: unknown) => refuse(response, error),
    );
  };
  const certificate = tls ? await makeServerCertificate(name) : undefined;
  const server = certificate
    ? createHttpsServer({ key: certificate.key, cert: certificate.cert }, listener)
    : createHttpServer(listener);
  // Longer than any client keeps an idle connection, so that none is cut under a new request.
  server.keepAliveTimeout = 180_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    url,
    store,
    requests,
    get openWatches() {
      return resources.watches.count;
    },
    bookmark: () => resources.watches.bookmark(),
    compact: () => store.compact(),
    expireContinueTokens: () => resources.lists.expireTokens(),
    kubeconfig: (token) =>
      kubeconfig({ name, url, token, ...(certificate ? { ca: certificate.ca } : {}) }),
    close: () =>
      new Promise((resolve) => {
        resources.watches.end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function userOf(request: IncomingMessage, users: Readonly<Record<string, User>>): User {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const user = own(users, token);
  if (!user) throw unauthorized();
  return user;
}

function send(response: ServerResponse, { code, body, warnings = [] }: Answer): void {
  if (warnings.length > 0)
    response.setHeader(
      'warning',
      warnings.map((text) => `299 - ${JSON.stringify(text)}`),
    );
  const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  response.writeHead(code, { 'content-length': text.length });
  response.end(text);
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const status = error instanceof StatusError ? error : internal(error);
  if (status.retryAfterSeconds !== undefined)
    response.setHeader('retry-after', status.retryAfterSeconds);
  response.setHeader('content-type', 'application/json');
  send(response, { code: status.code, body: status.status as Tree });
}

const internal = (error: unknown): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${(error as Error).message}`);
