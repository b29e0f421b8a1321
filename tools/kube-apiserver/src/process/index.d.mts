export interface ChildOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; this process's own when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What errors call it; the command's file name when absent. */
  readonly name?: string;
  /** Whether its output also goes to this process's own (no). */
  readonly show?: boolean;
}

/** `error` is set when the program could not be started at all. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

export interface Child {
  readonly name: string;
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly exited: Promise<ChildExit>;
  readonly running: boolean;
  /** The last 64 Ki characters of standard output and error, interleaved as they came. */
  output(): string;
  /**
   * Resolves with the first match in the output, also in what came before the call. Rejects when the
   * child ends first or after `within` milliseconds (10 s), with its last lines.
   */
  line(pattern: RegExp, options?: { readonly within?: number }): Promise<RegExpExecArray>;
  /** Resolves once an HTTP GET of `url` answers `status` (200); rejects like `line`. */
  answers(
    url: string,
    options?: { readonly within?: number; readonly status?: number },
  ): Promise<void>;
  /** SIGTERM to the group, SIGKILL after `within` milliseconds (10 s). Repeatable. */
  stop(options?: { readonly within?: number }): Promise<ChildExit>;
  /** Sends the signal (SIGKILL) to the group and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<ChildExit>;
  /** Sends a signal to the group without waiting: SIGSTOP freezes it, SIGCONT wakes it. */
  signal(signal: NodeJS.Signals): void;
}

/** Starts a program in a process group of its own that dies with this process, however that dies. */
export function startChild(options: ChildOptions): Child;

/**
 * A TCP port on 127.0.0.1 that was free a moment ago. Another program may take it before its user
 * binds it: whoever can start again on another port should.
 */
export function freePort(): Promise<number>;

export interface UntilOptions {
  /** Milliseconds. */
  readonly within: number;
  /** What is waited for, in words: "the pod to be gone". */
  readonly because: string;
  /** Milliseconds between two questions (50). */
  readonly every?: number;
  /** An error that makes further waiting senseless. */
  readonly giveUp?: () => Error | undefined | false;
}

/**
 * Asks `condition` until it answers something truthy, which is returned. An error it throws counts as
 * "not yet" and is named when the time is over.
 */
export function until<T>(
  condition: () => T | Promise<T>,
  options: UntilOptions,
): Promise<Exclude<T, false | undefined | null>>;
