export interface CheckResult {
  readonly up: boolean;
  /** Why it is down, for a person; also a remark while up ("no list since 14:03:10"). */
  readonly because?: string | undefined;
}

/** One condition of readiness. Looks at what is known already: no I/O, no waiting. */
export interface Check {
  readonly name: string;
  check(): CheckResult;
}
