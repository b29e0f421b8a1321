import { Lexer, parse, Parser } from 'yaml';

const longestText = 1024 * 1024;
const deepestNesting = 100;

/**
 * A kubeconfig's YAML. The depth is looked at first: the parser recurses, and V8 aborts the whole process
 * when a few thousand levels meet a RegExp, so a Secret's content could stop the service.
 *
 * @throws when the text is no YAML, or longer or deeper than any kubeconfig
 */
export function readYaml(text: string): unknown {
  if (text.length > longestText || isTooDeep(text)) throw new RangeError('too long or too deep');
  return parse(text, { logLevel: 'error' });
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
