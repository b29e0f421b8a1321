const decoder = new TextDecoder('utf-8', { fatal: true });
const nothing = new Uint8Array(0);

/** JSON as UTF-8; `undefined` (the answer of a void contract) is an empty payload. */
export function encodeJson(value: unknown): Uint8Array {
  return value === undefined ? nothing : Buffer.from(JSON.stringify(value));
}

/** @throws SyntaxError that, unlike the engine's own, does not quote the text: it may hold secrets */
export function decodeJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new SyntaxError('not JSON in UTF-8');
  }
}
