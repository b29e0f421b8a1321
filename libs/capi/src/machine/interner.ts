const limit = 1024;

/** Gives equal texts one copy: thousands of Machines share few cluster names and versions. */
export class Interner {
  readonly #texts = new Map<string, string>();

  text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= limit) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
