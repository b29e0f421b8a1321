import { isWild, matches } from './subjects.mjs';

/** Who wants which subject: literal subjects by name, patterns one by one (a client has few). */
export class Interest {
  #literal = new Map();
  #wild = new Set();

  /** @param subscription `{ client, pattern, queue?, sid }` */
  add(subscription) {
    if (isWild(subscription.pattern)) {
      this.#wild.add({ subscription, tokens: subscription.pattern.split('.') });
      return;
    }
    const { pattern } = subscription;
    if (!this.#literal.has(pattern)) this.#literal.set(pattern, new Set());
    this.#literal.get(pattern).add(subscription);
  }

  remove(subscription) {
    for (const wild of this.#wild) if (wild.subscription === subscription) this.#wild.delete(wild);
    const same = this.#literal.get(subscription.pattern);
    if (same?.delete(subscription) && same.size === 0) this.#literal.delete(subscription.pattern);
  }

  /** Every plain subscription that matches, and one member, by chance, of each queue group. */
  pick(subject) {
    const matching = [...(this.#literal.get(subject) ?? [])];
    const tokens = subject.split('.');
    for (const wild of this.#wild)
      if (matches(wild.tokens, tokens)) matching.push(wild.subscription);
    const chosen = matching.filter(({ queue }) => queue === undefined);
    const queues = new Set(matching.map(({ queue }) => queue));
    queues.delete(undefined);
    for (const queue of queues) {
      const members = matching.filter((subscription) => subscription.queue === queue);
      chosen.push(members[Math.floor(Math.random() * members.length)]);
    }
    return chosen;
  }
}
