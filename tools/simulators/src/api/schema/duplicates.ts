/**
 * Paths of object keys that occur twice in a JSON text, which JSON.parse hides. The text must be
 * valid JSON already.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  let at = 0;
  const skip = () => {
    while (' \t\n\r'.includes(text[at] ?? '-')) at++;
  };
  const quoted = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return JSON.parse(text.slice(start, ++at)) as string;
  };
  const items = (close: string, item: () => void) => {
    at++;
    skip();
    while (text[at] !== close) {
      item();
      skip();
      if (text[at] === ',') at++;
      skip();
    }
    at++;
  };
  const value = (path: string): void => {
    skip();
    if (text[at] === '{') {
      const seen = new Set<string>();
      items('}', () => {
        const key = quoted();
        const here = path ? `${path}.${key}` : key;
        if (seen.has(key)) found.add(here);
        seen.add(key);
        skip();
        at++;
        value(here);
      });
    } else if (text[at] === '[') {
      let index = 0;
      items(']', () => value(`${path}[${index++}]`));
    } else if (text[at] === '"') quoted();
    else while (at < text.length && !',]} \t\n\r'.includes(text[at] ?? ',')) at++;
  };
  value('');
  return [...found];
}
