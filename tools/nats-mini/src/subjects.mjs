/** Whether a subject pattern can be subscribed to: no empty token, `>` only at the end. */
export function isPattern(pattern) {
  const tokens = pattern.split('.');
  return tokens.every((token, at) => token !== '' && (token !== '>' || at === tokens.length - 1));
}

/** Whether `*` (one token) or `>` (one or more) stand in the pattern as tokens of their own. */
export const isWild = (pattern) => /(^|\.)(\*|>)(\.|$)/.test(pattern);

/** Whether the subject, in tokens, matches the pattern, in tokens. */
export function matches(pattern, subject) {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '>') return subject.length > at;
    if (at >= subject.length) return false;
    if (pattern[at] !== '*' && pattern[at] !== subject[at]) return false;
  }
  return pattern.length === subject.length;
}
