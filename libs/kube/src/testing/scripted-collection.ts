import type { Reply, Script, ScriptedApi, ScriptedRequest } from './scripted-api.js';

type Answer = (reply: Reply, request: ScriptedRequest) => void;

/** Lists and watches of one collection, each answered as scripted, in order; the last one repeats. */
export class ScriptedCollection {
  readonly #lists: Answer[] = [];
  readonly #watches: Answer[] = [];
  /** Watches that are open now, and at most ever at once. */
  open = 0;
  most = 0;
  /** Query of each watch so far. */
  readonly watches: Readonly<Record<string, string>>[] = [];
  lists = 0;

  constructor(api: Pick<ScriptedApi, 'play'>) {
    api.play(this.#script);
  }

  list(...answers: Answer[]): this {
    this.#lists.push(...answers);
    return this;
  }

  watch(...answers: Answer[]): this {
    this.#watches.push(...answers);
    return this;
  }

  readonly #script: Script = (request, reply) => {
    if (!request.query.has('watch')) {
      this.lists += 1;
      return next(this.#lists)(reply, request);
    }
    this.watches.push(Object.fromEntries(request.query));
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    reply.raw.once('close', () => (this.open -= 1));
    next(this.#watches)(reply, request);
  };
}

function next(answers: Answer[]): Answer {
  const [first, ...more] = answers;
  if (first === undefined) throw new Error('nothing is scripted');
  if (more.length > 0) answers.shift();
  return first;
}

export const anObject = (name: string, version: number, uid = `uid-${name}`) => ({
  metadata: { name, uid, resourceVersion: String(version), managedFields: [{ manager: 'm' }] },
});

/** A whole list at `version`. */
export const aList =
  (version: number, ...items: unknown[]): Answer =>
  (reply) =>
    reply.json({ kind: 'List', metadata: { resourceVersion: String(version) }, items });

export const event = (type: string, object: unknown) => ({ type, object });
export const bookmark = (version: number) =>
  event('BOOKMARK', { metadata: { resourceVersion: String(version) } });
