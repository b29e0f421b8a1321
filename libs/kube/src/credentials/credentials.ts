/** What a TLS handshake with an API server needs; absent members leave Node's default. */
export interface TlsIdentity {
  readonly ca?: string | Buffer | undefined;
  readonly cert?: string | Buffer | undefined;
  readonly key?: string | Buffer | undefined;
  readonly servername?: string | undefined;
  readonly rejectUnauthorized?: boolean | undefined;
}

/** Where and as whom one request goes out; good for that request only, since tokens expire. */
export interface Connection {
  /** Base URL without a trailing slash; may hold a path prefix. */
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsIdentity;
  /** SHA-256 over all of the above: equal keys may share sockets. */
  readonly key: string;
}

/** Hands out connections to one API server and renews what is behind them. */
export interface Credentials {
  /** The server named when these credentials were loaded; for logs. */
  readonly server: string;
  /** Rejects with a `KubeconfigError`, or with the signal's reason. */
  connection(signal?: AbortSignal): Promise<Connection>;
  /**
   * The server answered 401 to this connection, or none was reached or trusted with it. True when asking
   * again may give another one.
   */
  refused(connection: Connection): boolean;
}
