import { expect } from '@jest/globals';
import { type Answer, type Stack } from '../stack/stack.js';
import { type GoldenLine } from './golden-line.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A client of VMK Engine that knows its README by heart. */
export class GoldenClient {
  private constructor(
    private readonly stack: Stack,
    /** `cluster demo` and the like. */
    private readonly ids: ReadonlyMap<string, string>,
  ) {}

  /** Learns the ids of what there is. */
  static async of(stack: Stack): Promise<GoldenClient> {
    const ids = new Map<string, string>();
    for (const kind of ['cluster', 'node']) {
      const answer = await stack.get(`/kubernetes/${kind}s?fields=id,name`);
      for (const { id, name } of answer.json<Named[]>()) ids.set(`${kind} ${name}`, id);
    }
    return new GoldenClient(stack, ids);
  }

  /** Fails the test when the answer is another one. */
  async check(line: GoldenLine): Promise<void> {
    const { status, headers, text } = await this.#ask(line.ask, line.body);
    expect({ status, text }).toEqual({ status: line.status, text: await this.#expected(line) });
    const type = line.status < 400 ? 'application/json' : 'application/problem+json';
    if (text !== '') expect(headers.get('content-type')).toBe(line.type ?? type);
  }

  #ask(ask: string, body?: string): Promise<Answer> {
    const [method = '', path = ''] = this.#filled(ask).split(' ');
    return this.stack.get(path, { method, ...(body === undefined ? {} : { body }) });
  }

  async #expected({ as, text }: GoldenLine): Promise<unknown> {
    if (as !== undefined) return (await this.#ask(as)).text;
    if (text instanceof RegExp) return expect.stringMatching(text);
    return text === undefined ? expect.anything() : expect.stringMatching(this.#pattern(text));
  }

  #filled(text: string): string {
    return text.replace(/<((?:cluster|node) [^>]+)>/g, (_, name: string) => {
      const id = this.ids.get(name);
      if (id === undefined) throw new Error(`there is no ${name}`);
      return id;
    });
  }

  #pattern(text: string): RegExp {
    const literal = this.#filled(text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const open = literal
      .replaceAll('…', '(?:[^"\\\\]|\\\\.)+')
      .replaceAll('<date>', '\\d{4}-\\d\\d-\\d\\d')
      .replaceAll('<time>', '\\d\\d:\\d\\d:\\d\\d');
    return new RegExp(`^${open}$`);
  }
}
