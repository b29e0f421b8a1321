import { CommandParser, ProtocolError } from './parser.mjs';
import { isPattern } from './subjects.mjs';

/** Bytes that may wait for a client that reads too slowly; then it is cut, as nats-server does. */
const mostPendingBytes = 64 * 1024 * 1024;

/** One connection: what it said in CONNECT, its subscriptions, its commands. */
export class Client {
  #socket;
  #broker;
  #subscriptions = new Map();
  #settings = {};
  #commands = {
    CONNECT: (words) => this.#connect(words.join(' ')),
    PING: () => this.#send('PONG\r\n'),
    PONG: () => undefined,
    SUB: (words) => this.#subscribe(words),
    UNSUB: ([sid, most = 0]) => this.#unsubscribe(this.#subscriptions.get(sid), Number(most)),
    PUB: (words, data) => this.#publish(words.slice(0, -1), data, 0),
    HPUB: (words, data) => this.#publish(words.slice(0, -2), data, Number(words.at(-2))),
  };

  constructor({ socket, broker, info }) {
    this.#socket = socket;
    this.#broker = broker;
    const parser = new CommandParser({
      maxPayload: info.max_payload,
      onCommand: (words, payload) => this.#obey(words, payload),
    });
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#guarded(() => parser.push(bytes)));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#leave());
    this.#send(`INFO ${JSON.stringify(info)}\r\n`);
  }

  /** `headerBytes` of `data` are headers; a client that can't read them gets the rest alone. */
  deliver(subscription, { subject, reply, data, headerBytes }) {
    const to = `${subject} ${subscription.sid}${reply ? ` ${reply}` : ''}`;
    const withHeaders = headerBytes > 0 && this.#settings.headers === true;
    const bytes = withHeaders ? data : data.subarray(headerBytes);
    this.#send(
      withHeaders
        ? `HMSG ${to} ${headerBytes} ${bytes.length}\r\n`
        : `MSG ${to} ${bytes.length}\r\n`,
    );
    this.#send(bytes);
    this.#send('\r\n');
    subscription.delivered++;
    if (subscription.delivered >= subscription.most) this.#drop(subscription);
    if (this.#socket.writableLength > mostPendingBytes) this.#cut('Slow Consumer');
  }

  close() {
    this.#socket.destroy();
  }

  #guarded(work) {
    try {
      work();
    } catch (error) {
      this.#cut(error instanceof ProtocolError ? error.message : 'Parser Error');
    }
  }

  #obey([name, ...words], payload) {
    const command = this.#commands[name.toUpperCase()];
    if (!command) throw new ProtocolError('Unknown Protocol Operation');
    command(words, payload);
    if (this.#settings.verbose && !/^p[io]ng$/i.test(name)) this.#send('+OK\r\n');
  }

  #connect(json) {
    this.#settings = JSON.parse(json);
  }

  #subscribe([pattern, ...words]) {
    const [sid, queue] = words.reverse();
    if (sid === undefined || words.length > 2) throw new ProtocolError('Parser Error');
    if (!isPattern(pattern)) return this.#send("-ERR 'Invalid Subject'\r\n");
    // A client that has just reconnected may say it twice.
    if (this.#subscriptions.has(sid)) return;
    const subscription = { client: this, pattern, queue, sid, delivered: 0, most: Infinity };
    this.#subscriptions.set(sid, subscription);
    this.#broker.interest.add(subscription);
  }

  #unsubscribe(subscription, most) {
    if (!subscription) return;
    subscription.most = most;
    if (subscription.delivered >= most) this.#drop(subscription);
  }

  #drop(subscription) {
    this.#subscriptions.delete(subscription.sid);
    this.#broker.interest.remove(subscription);
  }

  #publish([subject, reply], data, headerBytes) {
    if (!subject || !(headerBytes >= 0 && headerBytes <= data.length)) {
      throw new ProtocolError('Parser Error');
    }
    const { echo, headers, no_responders: wantsToKnow } = this.#settings;
    const receivers = this.#broker.interest
      .pick(subject)
      .filter(({ client }) => client !== this || echo !== false);
    const message = { subject, reply, data, headerBytes };
    for (const subscription of receivers) subscription.client.deliver(subscription, message);
    if (receivers.length === 0 && reply && headers && wantsToKnow) this.#tellNobody(reply);
  }

  /** No responders: an empty message with status 503 to the one who asked, and to nobody else. */
  #tellNobody(reply) {
    const own = this.#broker.interest.pick(reply).find(({ client }) => client === this);
    const data = Buffer.from('NATS/1.0 503\r\n\r\n');
    if (own) this.deliver(own, { subject: reply, data, headerBytes: data.length });
  }

  #send(bytes) {
    if (this.#socket.writable) {
      // One packet for what is sent in this turn, instead of three a message.
      if (this.#socket.writableCorked === 0) {
        this.#socket.cork();
        process.nextTick(() => this.#socket.uncork());
      }
      this.#socket.write(bytes);
    }
  }

  #cut(because) {
    this.#send(`-ERR '${because}'\r\n`);
    this.#socket.end();
    this.#leave();
  }

  #leave() {
    for (const subscription of this.#subscriptions.values()) this.#drop(subscription);
    this.#broker.left(this);
  }
}
