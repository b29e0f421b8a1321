import { Lexer, parseDocument, Parser, type YAMLError } from 'yaml';

/** What the text holds, or which rule it breaks and where; never a piece of the text itself. */
export type YamlReading = { readonly value: unknown } | { readonly fault: string };

/** Characters; the parser needs a second or two for a megabyte and holds up every other request. */
const longestText = 256 * 1024;
const deepestNesting = 100;
const mostAliases = 100;

/**
 * The one document of a YAML 1.2 text in the core schema, as JSON has it: text keys without repeats, no
 * tags, no infinite numbers, few aliases. Blocks may hold secrets, so a fault quotes nothing of them.
 */
export function readYaml(text: string): YamlReading {
  if (text.length > longestText) return { fault: `longer than ${longestText} characters` };
  // Before parsing: the parser recurses, and V8 aborts the process when a few thousand levels meet a RegExp.
  if (isTooDeep(text)) return { fault: `nested deeper than ${deepestNesting} levels` };
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const [error = document.warnings[0]] = document.errors;
  if (error) return { fault: describe(error) };
  const value = withAliases(() => document.toJS({ maxAliasCount: mostAliases }));
  if (value === tooManyAliases) {
    return {
      fault: `an alias has no anchor before it, or aliases stand for over ${mostAliases} nodes`,
    };
  }
  return isJson(value) ? { value } : { fault: 'infinite numbers and .nan are not allowed' };
}

const sentences: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'a key stands twice in one mapping',
  MULTIPLE_DOCS: 'only one YAML document is allowed',
  NON_STRING_KEY: 'a key is not text (quote a value that starts with a brace)',
  TAG_RESOLVE_FAILED: 'tags are not supported',
};

function describe({ code, linePos }: YAMLError): string {
  const place = linePos ? ` at line ${linePos[0].line}, column ${linePos[0].col}` : '';
  return `${sentences[code] ?? `not valid YAML (${code})`}${place}`;
}

/** By the lexer and the first parser alone, which keep a stack of their own. */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme)) continue;
    if (parser.stack.length > 2 * deepestNesting) return true;
  }
  return false;
}

const tooManyAliases = Symbol('too many aliases');

function withAliases(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) return tooManyAliases;
    throw error;
  }
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isJson);
}
