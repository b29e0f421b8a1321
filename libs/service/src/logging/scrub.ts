export const hidden = '[redacted]';

const secretKey =
  /(authorization|cookie|credential|creds|jwt|kubeconfig|passphrase|password|passwd|secret|token|(api|private|secret|access|signing)key|keydata)s?$/;

/** Field names repeat on every line; bounded, since a logged object may have any keys. */
const known = new Map<string, boolean>();
const mostKnown = 1_000;

/** Whether a field of this name may hold a secret, however it is spelled: `x-auth-token`, `setCookie`. */
export function isSecretKey(key: string): boolean {
  const answer = known.get(key);
  if (answer !== undefined) return answer;
  const secret = secretKey.test(key.toLowerCase().replace(/[^a-z]/g, ''));
  if (known.size < mostKnown) known.set(key, secret);
  return secret;
}

/**
 * Secrets that travel inside texts: errors quote URLs, headers and files. Each pattern is linear in
 * the text's length, since texts come from outside.
 */
const patterns: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/\b(bearer)\s+[^\s"',;]{6,}/gi, `$1 ${hidden}`],
  // A digit or "=" tells encoded credentials from a word: "Basic authentication".
  [/\b(basic)\s+(?=[a-z+/]*[\d=])[\w+/=]{6,}/gi, `$1 ${hidden}`],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, hidden],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${hidden}@`],
  [/(cookie\\*["']?\s{0,8}[=:]\s{0,8})[^\r\n"']+/gi, `$1${hidden}`],
  [
    /((?:password|passwd|token|client[-_]?secret|api[-_]?key|client-key-data)\\*["']?\s{0,8}[=:]\s{0,8})("[^"]*"|'[^']*'|[^\s&,;]+)/gi,
    `$1${hidden}`,
  ],
];

/** Every pattern's text has one of these; most texts have none, and one look instead of seven is enough. */
const suspect =
  /PRIVATE KEY-|bearer|basic|eyJ|:\/\/|cookie|passw|token|client[-_]?secret|api[-_]?key|client-key-data/i;

/** Longest text a log line keeps, in characters. */
const longest = 16_384;

/** The text without what looks like a secret, cut to a bounded length. */
export function scrub(text: string): string {
  const bounded =
    text.length > longest
      ? `${text.slice(0, longest)} [${text.length - longest} characters more]`
      : text;
  if (!suspect.test(bounded)) return bounded;
  return patterns.reduce((result, [pattern, instead]) => result.replace(pattern, instead), bounded);
}
