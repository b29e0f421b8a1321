/** Faults of a connection in a person's words; their own texts may quote what was sent. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not resolved (DNS unavailable)',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection lost',
  UND_ERR_CONNECT_TIMEOUT: 'connect timed out',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the server certificate is for another host',
  CERT_HAS_EXPIRED: 'the server certificate has expired',
  CERT_NOT_YET_VALID: "the server certificate isn't valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the server certificate isn't trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "the server certificate isn't trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the server certificate isn't trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server certificate isn't trusted",
};

/** Faults that come before the first byte of a request can leave: names, routes, handshakes. */
const unsent = new Set(
  Object.keys(words).filter((code) => !/^(ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)$/.test(code)),
);

/** No usable answer from the API server: socket, TLS, time, or bytes that are no answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** False when the request provably never left, so nothing can have been done. */
  readonly sent: boolean;

  constructor(
    readonly because: string,
    { sent }: { sent: boolean },
  ) {
    super(`the Kubernetes API can't be reached: ${because}`);
    this.sent = sent;
  }
}

/** What undici or Node threw, without its text. */
export function unreachable(error: unknown): UnreachableError {
  if (error instanceof UnreachableError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const known = typeof code === 'string' ? code : '';
  // A broken certificate or key throws while the handshake is prepared.
  const sent = !unsent.has(known) && !known.startsWith('ERR_OSSL');
  return new UnreachableError(words[known] ?? family(known || String(name)), { sent });
}

function family(code: string): string {
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return 'the answer is not HTTP';
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return `TLS failed (${code})`;
  if (code.startsWith('ERR_OSSL')) return `the certificates or the key can't be used (${code})`;
  return `connection failed (${code})`;
}
