import { type Kind, qualified } from './kind.js';
import { type Tree } from './kube-object.js';

/** One reason why an object is invalid, in the API server's own words. */
export interface FieldFault {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** An answer that is not the one asked for; its body is a Kubernetes `Status`. */
export class StatusError extends Error {
  override readonly name = 'StatusError';

  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    private readonly more: { readonly details?: Tree; readonly metadata?: Tree } = {},
  ) {
    super(message);
  }

  get status(): Tree {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.more.metadata ?? {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      ...(this.more.details ? { details: this.more.details } : {}),
      code: this.code,
    };
  }

  get retryAfterSeconds(): number | undefined {
    const seconds = this.more.details?.['retryAfterSeconds'];
    return typeof seconds === 'number' ? seconds : undefined;
  }
}

const detailsOf = (kind: Kind, name: string, called = kind.plural): Tree => ({
  name,
  ...(kind.group ? { group: kind.group } : {}),
  kind: called,
});

export const badRequest = (message: string) => new StatusError(400, 'BadRequest', message);

export const unauthorized = () => new StatusError(401, 'Unauthorized', 'Unauthorized');

export const notFound = (kind: Kind, name: string) =>
  new StatusError(404, 'NotFound', `${qualified(kind)} "${name}" not found`, {
    details: detailsOf(kind, name),
  });

export const unknownPath = () =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource', {
    details: {},
  });

export const methodNotAllowed = () =>
  new StatusError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    { details: {} },
  );

export const notAcceptable = () =>
  new StatusError(
    406,
    'NotAcceptable',
    '406: Not Acceptable\n\nAvailable representations: application/json',
    { details: {} },
  );

export const alreadyExists = (kind: Kind, name: string) =>
  new StatusError(409, 'AlreadyExists', `${qualified(kind)} "${name}" already exists`, {
    details: detailsOf(kind, name),
  });

/** The resourceVersion that a writer sent is not the current one. */
export const conflict = (kind: Kind, name: string) =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(kind)} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
    { details: detailsOf(kind, name) },
  );

/** A uid or resourceVersion that a delete or an update insists on is not the object's. */
export const preconditionFailed = (kind: Kind, name: string, because: string) => {
  const called = kind.group ? `${kind.kind}.${kind.group}` : kind.kind;
  return new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${called} "${name}": ${because}`,
    { details: detailsOf(kind, name, kind.kind) },
  );
};

export const expired = (message: string, continueToken?: string) =>
  new StatusError(
    410,
    'Expired',
    message,
    continueToken === undefined ? {} : { metadata: { continue: continueToken } },
  );

export const tooLarge = (limit: number) =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`, {
    details: {},
  });

export const unsupportedMediaType = (accepted: readonly string[]) =>
  new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );

/** What a JSON patch gets whose `test` fails or whose path is missing: 422, and not a word why. */
export const patchRejected = () =>
  new StatusError(
    422,
    'Invalid',
    'the server rejected our request due to an error in our request',
    { details: {} },
  );

/** A read asks for a state that does not exist yet. */
export const resourceVersionTooLarge = (asked: number, current: number) =>
  new StatusError(
    504,
    'Timeout',
    `Timeout: Too large resource version: ${asked}, current: ${current}`,
    {
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    },
  );

/** 422 about something called `subject`, for example `Cluster.cluster.x-k8s.io "demo"`. */
export function invalid(
  subject: { readonly group?: string; readonly kind?: string; readonly name?: string },
  faults: readonly FieldFault[],
): StatusError {
  const { group, kind = '', name = '' } = subject;
  const sentences = faults.map(({ field, message }) => `${field}: ${message}`);
  const list = sentences.length === 1 ? sentences[0] : `[${sentences.join(', ')}]`;
  return new StatusError(
    422,
    'Invalid',
    `${group ? `${kind}.${group}` : kind} "${name}" is invalid: ${list}`,
    {
      details: {
        ...(name ? { name } : {}),
        ...(group ? { group } : {}),
        ...(kind ? { kind } : {}),
        causes: faults.map(({ reason, message, field }) => ({ reason, message, field })),
      },
    },
  );
}

export const invalidObject = (kind: Kind, name: string, faults: readonly FieldFault[]) =>
  invalid({ group: kind.group, kind: kind.kind, name }, faults);

/** 422 about a query parameter, as the real server words it. */
export const invalidOption = (options: string, fault: FieldFault) =>
  invalid({ group: 'meta.k8s.io', kind: options }, [fault]);
