const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const ITEMS = Buffer.from('"items"');
const METADATA = Buffer.from('"metadata"');
const MANAGED_FIELDS = Buffer.from('"managedFields"');

/** What a byte outside of strings does: most do nothing, and one look tells. */
const meaning = new Uint8Array(256);
const QUOTES = 1;
const OPENS = 2;
const CLOSES = 3;
const SEPARATES = 4;
meaning[QUOTE] = QUOTES;
meaning[0x7b] = meaning[OPEN_ARRAY] = OPENS;
meaning[0x7d] = meaning[0x5d] = CLOSES;
meaning[COMMA] = SEPARATES;

/** How deep inside the array of items these are. */
const ITEM_KEYS = 2;
const METADATA_KEYS = 3;

export interface SplitList {
  /** The list as it is, but with no items. */
  readonly head: unknown;
  /** The items, each parsed when its turn comes. */
  readonly items: Iterable<unknown>;
}

/** Where an item stands, and the inside of its managed fields if it has any. */
interface Span {
  readonly from: number;
  to: number;
  cutFrom: number;
  cutTo: number;
}

/**
 * A list from its JSON text, item by item. Parsed as a whole, a page of 500 Machines is 10 MB of objects
 * that all live until the last is projected, long enough for V8 to move them to where it collects
 * rarely: ten thousand Machines then cost 100 MB that nobody uses. Each item's `managedFields` come empty:
 * they are half of an object's text and nobody here reads them.
 *
 * @throws SyntaxError, also from the iteration, when the text isn't JSON
 */
export function splitList(bytes: Buffer): SplitList {
  const array = itemsArray(bytes);
  if (array === undefined) return { head: JSON.parse(bytes.toString('utf8')), items: [] };
  const { spans, end } = spansOf(bytes, array);
  const before = bytes.toString('utf8', 0, array);
  const after = bytes.toString('utf8', end);
  return { head: JSON.parse(`${before}[]${after}`), items: itemsAt(bytes, spans) };
}

function* itemsAt(bytes: Buffer, spans: readonly Span[]): Generator<unknown, void, void> {
  for (const { from, to, cutFrom, cutTo } of spans) {
    const text =
      cutTo > cutFrom
        ? bytes.toString('utf8', from, cutFrom) + bytes.toString('utf8', cutTo, to)
        : bytes.toString('utf8', from, to);
    // Between the two brackets of an empty array.
    if (spans.length === 1 && text.trim() === '') return;
    yield JSON.parse(text);
  }
}

/** Where the array of the outer object's `items` begins. */
function itemsArray(bytes: Buffer): number | undefined {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const what = meaning[bytes[at]!];
    if (what === OPENS) depth += 1;
    else if (what === CLOSES) depth -= 1;
    else if (what === QUOTES) {
      const end = stringEnd(bytes, at);
      const value = depth === 1 && same(bytes, at, end, ITEMS) ? arrayAfter(bytes, end) : undefined;
      if (value !== undefined) return value;
      at = end;
    }
  }
  return undefined;
}

/** The items of the array that begins at `array`, and where the text after it begins. */
function spansOf(bytes: Buffer, array: number): { spans: Span[]; end: number } {
  const spans: Span[] = [];
  let span = begun(array + 1);
  let depth = 1;
  let inMetadata = false;
  for (let at = array + 1; at < bytes.length; at++) {
    const what = meaning[bytes[at]!];
    if (what === undefined || what === 0) continue;
    if (what === QUOTES) {
      const end = stringEnd(bytes, at);
      if (depth === ITEM_KEYS) inMetadata = same(bytes, at, end, METADATA);
      else if (depth === METADATA_KEYS && inMetadata && same(bytes, at, end, MANAGED_FIELDS)) {
        const array = arrayAfter(bytes, end);
        if (array !== undefined) span.cutFrom = array + 1;
      }
      at = end;
    } else if (what === OPENS) depth += 1;
    else if (what === SEPARATES) {
      if (depth > 1) continue;
      span.to = at;
      spans.push(span);
      span = begun(at + 1);
    } else {
      depth -= 1;
      if (depth === METADATA_KEYS && span.cutFrom > span.cutTo) span.cutTo = at;
      if (depth > 0) continue;
      span.to = at;
      spans.push(span);
      return { spans, end: at + 1 };
    }
  }
  throw new SyntaxError('the list has no end');
}

const begun = (from: number): Span => ({ from, to: from, cutFrom: 0, cutTo: 0 });

/** Whether the string from quote to quote is `text`, which has its quotes too. */
function same(bytes: Buffer, start: number, end: number, text: Buffer): boolean {
  return (
    end - start + 1 === text.length && bytes.compare(text, 0, text.length, start, end + 1) === 0
  );
}

/** Where the array begins that is the value of the key that ends at `keyEnd`. */
function arrayAfter(bytes: Buffer, keyEnd: number): number | undefined {
  const colon = pastSpace(bytes, keyEnd + 1);
  const value = pastSpace(bytes, colon + 1);
  return bytes[colon] === COLON && bytes[value] === OPEN_ARRAY ? value : undefined;
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
