/**
 * One fact that VMK Engine's README states of an answer. In paths and texts `<cluster NAME>` and
 * `<node NAME>` stand for the id of that resource, `<date>` and `<time>` for a day and a time of it, and
 * `…` for what the README leaves open inside a string.
 */
export interface GoldenLine {
  /** The README's section. */
  readonly section: string;
  readonly ask: string;
  /** JSON. */
  readonly body?: string;
  readonly status: number;
  /** `application/json` for a success with a body and `application/problem+json` for an error when absent. */
  readonly type?: string;
  /** The whole body, or what it must match. */
  readonly text?: string | RegExp;
  /** What is asked answers as this does, to the byte. */
  readonly as?: string;
}
