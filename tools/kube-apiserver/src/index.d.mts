export interface FindKubernetesOptions {
  /** Whether it may be built from its Go modules, which takes minutes the first time. */
  readonly build: boolean;
  /** Receives lines for a person: what is being built and for how long already. */
  readonly onProgress?: (line: string) => void;
}

/**
 * A folder with `etcd`, `kube-apiserver` and `kubectl`: the one that KUBEBUILDER_ASSETS names, else one
 * on PATH, else what an earlier call has built, else, where `build` allows, built now. Undefined when
 * there is none and Go is missing or too old; `onProgress` has then been told why. Rejects when
 * KUBEBUILDER_ASSETS is wrong or the build fails.
 */
export function findKubernetes(options: FindKubernetesOptions): Promise<string | undefined>;

export type ClusterApiVersion = '1.13' | '1.14';

/**
 * Cluster API's CRD files of that minor version, unchanged, from its Go module, which is downloaded and
 * checked against a go.sum of ours the first time. Undefined when Go is missing or too old.
 */
export function findClusterApiCrds(version: ClusterApiVersion): Promise<string[] | undefined>;

/** Our own CRD files of the Vates infrastructure kinds: XOCluster, XOMachine, their templates. */
export function xoCrds(): string[];

export interface Question {
  /** GET when absent. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the query. */
  readonly path: string;
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly accept?: string;
  readonly contentType?: string;
  /** Milliseconds of silence (30,000). */
  readonly timeout?: number;
}

/** `body` is parsed when the server says JSON, else it is text. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Connection {
  readonly url: string;
  /** Resolves with whatever the server answers; rejects only when it doesn't. */
  ask(question: Question): Promise<Answer>;
  close(): void;
}

/** Requests to one API server by bearer token, trusting `ca` (PEM) alone. */
export function connect(server: {
  readonly url: string;
  readonly token: string;
  readonly ca: string;
}): Connection;

/** From a kubeconfig with a token and a CA in it, such as `startKubernetes` writes. */
export function connectByKubeconfig(path: string): Connection;

export interface StartKubernetesOptions {
  /** The folder that `findKubernetes` gives. */
  readonly assets: string;
  /** Where everything is kept; a temporary folder, removed by `stop`, when absent. */
  readonly dir?: string;
  /** A free port when absent. */
  readonly port?: number;
  /** CRD files with one CRD each, or folders of such. */
  readonly crds?: readonly string[];
  /** Further flags of kube-apiserver, such as `--feature-gates=ListFromCacheSnapshot=false`. */
  readonly apiServerArgs?: readonly string[];
}

/** A running API server. Both programs die with this process, however it dies. */
export interface Kubernetes {
  /** File of the administrator, with everything in it. */
  readonly kubeconfig: string;
  readonly url: string;
  /** Bearer token of the administrator (group system:masters). */
  readonly token: string;
  /** PEM file to trust. */
  readonly caFile: string;
  /** A user without any right. */
  readonly nobody: { readonly token: string; readonly kubeconfig: string };
  readonly dir: string;
  readonly etcdUrl: string;
  /**
   * Makes etcd forget all older revisions. A list's `continue` token from before then answers 410,
   * provided that the server runs with `--feature-gates=ListFromCacheSnapshot=false`.
   */
  compact(): Promise<bigint>;
  /** Sends a signal to kube-apiserver: SIGSTOP freezes it, SIGCONT wakes it. */
  signal(signal: NodeJS.Signals): void;
  /** Kills kube-apiserver alone; etcd stays. */
  kill(): Promise<unknown>;
  /** Starts kube-apiserver again at the same address, stopping it first if it runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts etcd and kube-apiserver on loopback, with RBAC, token users and no controllers (so nothing is
 * garbage-collected), and resolves when it is ready and serves the CRDs' kinds.
 */
export function startKubernetes(options: StartKubernetesOptions): Promise<Kubernetes>;
