import { Agent, get } from 'node:http';

/** How a request ended, as its client sees it. */
export type Ending =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** No connection: nothing was sent. */
  | { readonly kind: 'refused' }
  /** The connection was lost after the request, before a byte of the answer, or within the answer. */
  | { readonly kind: 'unanswered' | 'cut'; readonly because: string };

/** An HTTP client that keeps one connection, as a browser or a proxy does. */
export class KeptClient {
  readonly endings: Ending[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Asks again and again, each time once the answer before is complete, until it is refused. */
  async hammer(url: string): Promise<readonly Ending[]> {
    let ending: Ending;
    do {
      ending = await this.#ask(url);
      this.endings.push(ending);
    } while (ending.kind !== 'refused');
    this.#agent.destroy();
    return this.endings;
  }

  #ask(url: string): Promise<Ending> {
    return new Promise((resolve) => {
      const request = get(url, { agent: this.#agent }, (response) => {
        let text = '';
        const cut = (error: Error) => resolve({ kind: 'cut', because: error.message });
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('error', cut)
          .on('end', () => resolve({ kind: 'answered', status: response.statusCode!, text }));
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        const refused = error.code === 'ECONNREFUSED';
        resolve(refused ? { kind: 'refused' } : { kind: 'unanswered', because: error.message });
      });
    });
  }
}
