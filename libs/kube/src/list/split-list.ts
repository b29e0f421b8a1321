const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const ITEMS = Buffer.from('"items"');

export interface SplitList {
  /** The list as it is, but with no items. */
  readonly head: unknown;
  /** The items, each parsed when its turn comes. */
  readonly items: Iterable<unknown>;
}

/**
 * A list from its JSON text, item by item. Parsed as a whole, a page of 500 Machines is 10 MB of objects
 * that all live until the last is projected, long enough for V8 to move them to where it collects
 * rarely: ten thousand Machines then cost 100 MB that nobody uses.
 *
 * @throws SyntaxError, also from the iteration, when the text isn't JSON
 */
export function splitList(bytes: Buffer): SplitList {
  const array = itemsArray(bytes);
  if (array === undefined) return { head: JSON.parse(bytes.toString('utf8')), items: [] };
  const borders = bordersOf(bytes, array);
  const before = bytes.toString('utf8', 0, array);
  const after = bytes.toString('utf8', borders.at(-1)! + 1);
  return { head: JSON.parse(`${before}[]${after}`), items: itemsBetween(bytes, borders) };
}

function* itemsBetween(bytes: Buffer, borders: readonly number[]): Generator<unknown, void, void> {
  for (let index = 1; index < borders.length; index++) {
    const text = bytes.toString('utf8', borders[index - 1]! + 1, borders[index]!);
    // Between the two brackets of an empty array.
    if (borders.length === 2 && text.trim() === '') return;
    yield JSON.parse(text);
  }
}

/** Where the array of the outer object's `items` begins. */
function itemsArray(bytes: Buffer): number | undefined {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== QUOTE) {
      depth += nesting(byte);
      continue;
    }
    const end = stringEnd(bytes, at);
    if (depth === 1 && bytes.subarray(at, end + 1).equals(ITEMS)) {
      const colon = pastSpace(bytes, end + 1);
      const value = pastSpace(bytes, colon + 1);
      if (bytes[colon] === COLON && bytes[value] === OPEN_ARRAY) return value;
    }
    at = end;
  }
  return undefined;
}

/** The array's brackets and the commas between its items. */
function bordersOf(bytes: Buffer, start: number): number[] {
  const borders = [start];
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (byte === COMMA && depth === 1) borders.push(at);
    else depth += nesting(byte);
    if (depth === 0) {
      borders.push(at);
      return borders;
    }
  }
  throw new SyntaxError('the list has no end');
}

/** +1 for `{` and `[`, -1 for `}` and `]`, which differ in their case bit alone. */
function nesting(byte: number): number {
  const folded = byte | 0x20;
  return folded === 0x7b ? 1 : folded === 0x7d ? -1 : 0;
}

/** The closing quote of the string that begins at `start`. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  throw new SyntaxError('a string has no end');
}

function pastSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09)
    at += 1;
  return at;
}
