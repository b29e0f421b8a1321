import { z } from 'zod';
import { validationDetail, type ValidationFault } from './validation.js';

/** One invalid field of a request, in the wording of VMK Engine's validator. */
export const FieldFault = z.object({
  name: z.string().describe('The field with its structure, for example ClusterCreateParams.Name.'),
  reason: z.string(),
  more: z.record(z.string(), z.unknown()).optional(),
});
export type FieldFault = z.infer<typeof FieldFault>;

/** The error body of every route, `application/problem+json`. */
export const Problem = z.object({
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(FieldFault).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** What a contract lists: that a refusal with this code and status may come. */
export interface ErrorKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

/**
 * An answer that is not the one asked for, as a value with a code. Each edge (HTTP, bus) turns it
 * into its own form in one place; nothing else in the code knows a status.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly kind: ErrorKind,
    detail: string,
    readonly more: { readonly errors?: readonly FieldFault[]; readonly cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
  }

  get problem(): Problem {
    const { title, status } = this.kind;
    const errors = this.more.errors;
    return { title, status, detail: this.message, ...(errors ? { errors: [...errors] } : {}) };
  }
}

/** A factory of refusals of one kind; the kind's data are readable on it for contracts and tables. */
export interface RefusalFactory<D> extends ErrorKind {
  (details: D, cause?: unknown): Refusal;
}

export function refusal<D>(kind: ErrorKind, detail: (details: D) => string): RefusalFactory<D> {
  const make = (details: D, cause?: unknown) => new Refusal(kind, detail(details), { cause });
  return Object.assign(make, kind);
}

const titles = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const;

/** A kind whose title is the status text, as on every route but for the validator's two. */
export const kind = (code: string, status: keyof typeof titles): ErrorKind => ({
  code,
  status,
  title: titles[status],
});

export const clusterNotFound = refusal<{ cluster: string }>(
  kind('cluster-not-found', 404),
  ({ cluster }) => `cluster "${cluster}" not found`,
);
export const nodeNotFound = refusal<{ node: string }>(
  kind('node-not-found', 404),
  ({ node }) => `node "${node}" not found`,
);
export const tagNotFound = refusal<{ cluster: string; tag: string }>(
  kind('tag-not-found', 404),
  ({ cluster, tag }) => `cluster "${cluster}" has no tag "${tag}"`,
);
export const workloadUnavailable = refusal<{ cluster: string; because: string }>(
  kind('workload-unavailable', 503),
  ({ cluster, because }) => `workload cluster "${cluster}" can't be read: ${because}`,
);
export const kubeconfigUnavailable = refusal<{ cluster: string; because: string }>(
  kind('kubeconfig-unavailable', 503),
  ({ cluster, because }) => `kubeconfig of cluster "${cluster}" is unavailable: ${because}`,
);
export const managementUnavailable = refusal<{ because: string }>(
  kind('management-unavailable', 503),
  ({ because }) => `the management cluster can't be reached: ${because}`,
);
/** Nobody answers on the bus, or the bus itself is away: known at once, nothing was done. */
export const serviceUnavailable = refusal<{ service: string; because: string }>(
  kind('service-unavailable', 503),
  ({ service, because }) => `${service} is unavailable: ${because}`,
);
/** No answer in time. For a change this is an unknown outcome: read again before repeating it. */
export const deadlineExceeded = refusal<{ what: string; milliseconds: number }>(
  kind('deadline-exceeded', 504),
  ({ what, milliseconds }) => `${what} gave no answer within ${milliseconds} ms`,
);
/**
 * The connection broke after the request had left: it may or may not have been done. Never mixed with
 * `serviceUnavailable`; a change is read again before it is repeated.
 */
export const outcomeUnknown = refusal<{ what: string; because: string }>(
  kind('outcome-unknown', 503),
  ({ what, because }) =>
    `the outcome of ${what} is unknown: ${because}; read again before repeating`,
);
export const interrupted = refusal<{ because: string }>(
  kind('interrupted', 503),
  ({ because }) => because,
);
export const decodingFailed = refusal<{ because: string }>(
  { code: 'decoding-failed', status: 400, title: 'Decoding Failed' },
  ({ because }) => `cannot decode request body: ${because}`,
);
const invalid: ErrorKind = { code: 'validation-failed', status: 422, title: 'Validation Error' };
/** All faults of one body in one answer, in the order of the structure's fields. */
export const validationFailed: RefusalFactory<readonly ValidationFault[]> = Object.assign(
  (faults: readonly ValidationFault[], cause?: unknown) =>
    new Refusal(invalid, validationDetail(faults), { errors: faults, cause }),
  invalid,
);
export const badRequest = refusal<{ because: string }>(
  kind('bad-request', 400),
  ({ because }) => because,
);
export const routeNotFound = refusal<{ method: string; path: string }>(
  kind('route-not-found', 404),
  ({ method, path }) => `no route ${method} ${path}`,
);
export const methodNotAllowed = refusal<{ method: string; path: string; allow: string }>(
  kind('method-not-allowed', 405),
  ({ method, path, allow }) => `${method} is not allowed on ${path}; allowed: ${allow}`,
);
export const bodyTooLarge = refusal<{ limit: number }>(
  kind('body-too-large', 413),
  ({ limit }) => `the request body is larger than ${limit} bytes`,
);
export const unsupportedMediaType = refusal<{ contentType: string }>(
  kind('unsupported-media-type', 415),
  ({ contentType }) => `content type "${contentType}" can't be parsed`,
);
export const unexpectedFault = refusal<{ requestId: string }>(
  kind('unexpected-fault', 500),
  ({ requestId }) => `unexpected fault; the log has it under request id ${requestId}`,
);
