import { z } from 'zod';

const Cause = z.object({
  reason: z.string().optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

const Details = z.object({
  name: z.string().optional().catch(undefined),
  group: z.string().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
  uid: z.string().optional().catch(undefined),
  causes: z.array(Cause).optional().catch(undefined),
  retryAfterSeconds: z.number().optional().catch(undefined),
});
export type StatusDetails = z.infer<typeof Details>;

/** Kubernetes' `Status` object, read tolerantly: proxies and old servers leave fields out. */
const Status = z.object({
  kind: z.literal('Status'),
  code: z.int().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  details: Details.optional().catch(undefined),
});

const LONGEST_MESSAGE = 1_024;
const LONGEST_TEXT = 200;

interface StatusParts {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details: StatusDetails;
  readonly retryAfterSeconds: number | undefined;
}

/** The API server answered, and not with what was asked for. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  /** HTTP status, or the code that an ERROR event of a watch carries. */
  readonly code: number;
  /** Kubernetes' word: `NotFound`, `AlreadyExists`, `Conflict`, `Expired`; '' when it gave none. */
  readonly reason: string;
  readonly details: StatusDetails;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, reason, message, details, retryAfterSeconds }: StatusParts) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The version asked for is gone from the server's history. */
  get isExpired(): boolean {
    return this.code === 410 || this.reason === 'Expired' || this.reason === 'Gone';
  }
}

/** From an HTTP answer whose body is a Status, or whatever a proxy before the server says instead. */
export function statusFromAnswer(answer: {
  readonly code: number;
  readonly text: string;
  readonly retryAfter?: string | undefined;
}): StatusError {
  const seconds = Number.parseInt(answer.retryAfter ?? '', 10);
  const retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  const status = Status.safeParse(json(answer.text)).data;
  if (!status) {
    const text = bounded(answer.text.replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
    return new StatusError({
      code: answer.code,
      reason: '',
      message: text === '' ? `HTTP ${answer.code}` : `HTTP ${answer.code}: ${text}`,
      details: {},
      retryAfterSeconds,
    });
  }
  // The HTTP status rules: a body may claim another code, the exchange had this one.
  return statusFromBody({ ...status, code: answer.code }, retryAfterSeconds);
}

/** From the object of a watch's ERROR event; undefined when it is no Status. */
export function statusFromEvent(object: unknown): StatusError | undefined {
  const status = Status.safeParse(object).data;
  return status && statusFromBody({ ...status, code: status.code ?? 500 }, undefined);
}

function statusFromBody(
  status: z.infer<typeof Status> & { code: number },
  retryAfterSeconds: number | undefined,
): StatusError {
  const { code, reason = '', details = {} } = status;
  return new StatusError({
    code,
    reason,
    message: bounded(status.message || reason || `HTTP ${code}`, LONGEST_MESSAGE),
    details,
    retryAfterSeconds: details.retryAfterSeconds ?? retryAfterSeconds,
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const bounded = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
