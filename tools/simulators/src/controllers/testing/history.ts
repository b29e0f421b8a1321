import { at, type KubeObject } from '../../api/index.js';
import { type HttpClient } from '../../testing/http-client.js';

/** All states that the objects of one kind went through, as a watch showed them. */
export class History {
  readonly states: KubeObject[] = [];
  readonly #owner = new AbortController();

  static async start(client: HttpClient, path: string): Promise<History> {
    const { body } = await client.ask({ method: 'GET', path });
    const version = String(at(body, 'metadata', 'resourceVersion'));
    const history = new History();
    const from = `${path}?watch=1&resourceVersion=${version}`;
    void history.#read(client.watch(from, history.#owner.signal));
    return history;
  }

  /** What a view of one object went through, each value once in a row. */
  of<T>(name: string, view: (object: KubeObject) => T): T[] {
    const views = this.states.filter(({ metadata }) => metadata.name === name).map(view);
    return views.filter((one, index) => index === 0 || one !== views[index - 1]);
  }

  stop(): void {
    this.#owner.abort();
  }

  async #read(events: AsyncIterable<{ type: string; object: unknown }>): Promise<void> {
    try {
      for await (const { type, object } of events)
        if (type !== 'BOOKMARK') this.states.push(object as KubeObject);
    } catch (error) {
      if (!this.#owner.signal.aborted) throw error;
    }
  }
}
