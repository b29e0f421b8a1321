import { createHash } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import { type Clock, withDeadline } from '@slipway/service';
import type { KubeConfig } from './client-node.js';
import type { Connection, Credentials } from './credentials.js';
import { KubeconfigError } from './kubeconfig-error.js';

/** Where a KubeConfig comes from; asked again after the server refused what the last one gave. */
export interface Source {
  load(): Promise<KubeConfig>;
  /** What a failure to produce credentials is called: `the exec plugin "aws"`. */
  readonly what: string;
  /** False when loading again can't change anything: text that a caller gave. */
  readonly renewable: boolean;
}

/** A plugin that is refused at once must not be run at the rate of requests. */
const MIN_AGE_MILLISECONDS = 5_000;
const PATIENCE_MILLISECONDS = 30_000;

/** Credentials made by client-node, one at a time. */
export class ClientNodeCredentials implements Credentials {
  #config: KubeConfig | undefined;
  #loadedAt = -Infinity;
  #running: Promise<Connection> | undefined;
  #latest: string | undefined;

  private constructor(
    readonly server: string,
    private readonly source: Source,
    private readonly clock: Clock,
  ) {}

  /** Loads once, so that a kubeconfig that can't be used is known at start. */
  static async open(source: Source, clock: Clock): Promise<ClientNodeCredentials> {
    const config = await source.load();
    const credentials = new ClientNodeCredentials(serverOf(config), source, clock);
    credentials.#keep(config);
    return credentials;
  }

  connection(signal?: AbortSignal): Promise<Connection> {
    const because = `${this.source.what} to give credentials`;
    return withDeadline(this.clock, { within: PATIENCE_MILLISECONDS, because, signal }, () => {
      // Client-node runs an exec plugin once per parallel call, so calls share one run.
      this.#running ??= this.#make().finally(() => (this.#running = undefined));
      return this.#running;
    });
  }

  refused(connection: Connection): boolean {
    if (!this.source.renewable) return false;
    // Of many requests refused together only the first renews; the others find its result.
    if (connection.key !== this.#latest) return true;
    if (this.clock.monotonic() - this.#loadedAt < MIN_AGE_MILLISECONDS) return false;
    // A new KubeConfig: client-node keeps a plugin's token without expiry for ever.
    this.#config = undefined;
    return true;
  }

  #keep(config: KubeConfig): KubeConfig {
    this.#config = config;
    this.#loadedAt = this.clock.monotonic();
    return config;
  }

  async #make(): Promise<Connection> {
    const config = this.#config ?? this.#keep(await this.source.load());
    const options: RequestOptions = {};
    try {
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      throw new KubeconfigError(`${this.source.what} gave no credentials (${reason(error)})`);
    }
    const connection = connectionOf(serverOf(config), options);
    this.#latest = connection.key;
    return connection;
  }
}

function serverOf(config: KubeConfig): string {
  return config.getCurrentCluster()?.server ?? '';
}

/** An error's code or class, never its text: a plugin's output may hold the credential itself. */
function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'it failed; run it by hand to see why';
}

function connectionOf(server: string, options: RequestOptions): Connection {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    headers[name.toLowerCase()] = String(value).trim();
  }
  if (options.auth)
    headers['authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e]/.test(value))) {
    throw new KubeconfigError('the credentials hold characters that no HTTP header may carry');
  }
  const { ca, cert, key, servername, rejectUnauthorized } = options as {
    [name in 'ca' | 'cert' | 'key']?: string | Buffer;
  } & RequestOptions;
  const tls = { ca, cert, key, servername, rejectUnauthorized };
  const hash = createHash('sha256').update(JSON.stringify([server, headers, servername]));
  for (const part of [ca, cert, key, String(rejectUnauthorized)])
    hash.update(part ?? '').update('\0');
  return { server, headers, tls, key: hash.digest('base64') };
}
