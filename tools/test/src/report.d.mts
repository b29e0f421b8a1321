export interface JestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly milliseconds: number;
}

export interface Task {
  readonly project: string;
  readonly target: string;
  readonly failed: boolean;
  readonly cached: boolean;
}

export interface Summary {
  readonly tests: readonly (TestCount & { readonly project: string; readonly cached: boolean })[];
  /** What failed besides tests, each counted as one. */
  readonly broken: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

/** Counts one project's test task. `report` is Jest's own, undefined when there is none. */
export function countTests(task: {
  readonly failed: boolean;
  readonly report: JestReport | undefined;
}): TestCount;

export function summarize(run: {
  readonly tasks: readonly Task[];
  /** Checks of the whole workspace. */
  readonly checks: readonly { readonly name: string; readonly failed: boolean }[];
  readonly reportOf: (project: string) => JestReport | undefined;
}): Summary;

/** The table, what failed besides tests, and as the last line the count. */
export function linesOf(summary: Summary): string[];
