/** What travels with every request, over HTTP and bus alike. */
export interface CallContext {
  readonly requestId: string;
  /** The operation this request belongs to, once there is one. */
  readonly operationId?: string | undefined;
  /** W3C trace context. */
  readonly traceparent?: string | undefined;
  /** The caller as a short-lived signed token; receivers discard every other identity. */
  readonly caller?: string | undefined;
  /** Aborts when the caller has left or its deadline has passed. */
  readonly signal: AbortSignal;
  /** Receives what the answer's reader should know beside it, such as a stale cache. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Every route and verb needs one of these; `admin` may what `operator` may, who may what `viewer` may. */
export const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];
