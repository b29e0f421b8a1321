/** Where a text stops being JSON: at its end, or at a character that may not stand there. */
export type JsonFault =
  { readonly at: 'end' } | { readonly at: number; readonly character: string };

/** Each matches as much of a token as is right; what makes it whole is captured. */
const string =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*(?:(")|\\(?:u[\da-fA-F]{0,3})?)?/y;
const scalar =
  /t(?:r(?:u(e)?)?)?|f(?:a(?:l(?:s(e)?)?)?)?|n(?:u(?:l(l)?)?)?|-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<!\.)[eE][+-]?\d*)?)?/y;
const wholeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const space = /[ \t\r\n]*/y;

/**
 * Finds the first fault of a text that JSON.parse has refused, since the engine's own message has no place
 * that a client could use. Keeps its own stack: a hostile body may be nested half a million deep.
 */
export function jsonFault(text: string): JsonFault {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let wants: 'value' | 'key' | 'first' | 'colon' | 'next' = 'value';
  /** Steps over a token; false at one that is none or only begun, then `at` is where it goes wrong. */
  const skip = (token: RegExp): boolean => {
    token.lastIndex = at;
    const [all = '', ...ends] = token.exec(text) ?? [];
    at += all.length;
    return ends.some((end) => end !== undefined) || wholeNumber.test(all);
  };
  for (;;) {
    space.lastIndex = at;
    at += space.exec(text)![0].length;
    if (at >= text.length) return { at: 'end' };
    const character = text[at]!;
    const inside = open.at(-1);
    if (wants === 'next') {
      if (inside === undefined) return found(text, at);
      if (character === ',') wants = inside === '{' ? 'key' : 'value';
      else if (character === (inside === '{' ? '}' : ']')) open.pop();
      else return found(text, at);
      at += 1;
    } else if (wants === 'colon') {
      if (character !== ':') return found(text, at);
      at += 1;
      wants = 'value';
    } else if (wants === 'first' && character === (inside === '{' ? '}' : ']')) {
      open.pop();
      at += 1;
      wants = 'next';
    } else if (wants === 'key' || (wants === 'first' && inside === '{')) {
      if (!skip(string)) return found(text, at);
      wants = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(character);
      at += 1;
      wants = 'first';
    } else {
      if (!skip(character === '"' ? string : scalar)) return found(text, at);
      wants = 'next';
    }
  }
}

function found(text: string, at: number): JsonFault {
  return at >= text.length
    ? { at: 'end' }
    : { at, character: String.fromCodePoint(text.codePointAt(at)!) };
}
