import { connect, type Socket } from 'node:net';

/** Speaks NATS by hand, so that a server is judged by its bytes and not through a client library. */
export class RawClient {
  #received = '';
  #looks = new Set<() => void>();
  #ended = false;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      this.#received += text;
      this.#look();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#ended = true;
      this.#look();
    });
  }

  /** Connected, greeted and introduced. */
  static async to(port: number, settings: Record<string, unknown> = {}): Promise<RawClient> {
    const client = new RawClient(connect({ port, host: '127.0.0.1' }));
    await client.gets('INFO ');
    const usual = { verbose: false, headers: true, no_responders: true };
    client.send(`CONNECT ${JSON.stringify({ ...usual, ...settings })}\r\n`);
    await client.round();
    return client;
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** What came since the last round; the server has then obeyed everything sent before. */
  async round(): Promise<string> {
    this.send('PING\r\n');
    await this.gets('PONG\r\n');
    const text = this.#received;
    this.#received = '';
    return text.replace('PONG\r\n', '');
  }

  gets(text: string): Promise<void> {
    return this.#until(() => this.#received.includes(text), `${JSON.stringify(text)} to arrive`);
  }

  /** What came before the server ended the connection. */
  async end(): Promise<string> {
    await this.#until(() => this.#ended, 'the server to hang up');
    return this.#received;
  }

  close(): void {
    this.socket.destroy();
  }

  #until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#looks.delete(look);
        act();
      };
      const fail = (because: string) => () =>
        reject(new Error(`${because} ${what}; there is ${JSON.stringify(this.#received)}`));
      const timer = setTimeout(() => settle(fail('waited 10 s for')), 10_000);
      const look = () => {
        if (condition()) settle(resolve);
        else if (this.#ended) settle(fail('the server hung up before'));
      };
      this.#looks.add(look);
      look();
    });
  }

  #look(): void {
    for (const look of [...this.#looks]) look();
  }
}
