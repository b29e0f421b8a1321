import { z } from 'zod';
import { statusFromEvent } from '../rest/index.js';
import { GarbageError } from './json-lines.js';

const Event = z.object({
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
  object: z.looseObject({}),
});

const Meta = z.object({
  metadata: z.object({
    name: z.string().catch(''),
    uid: z.string().catch(''),
    resourceVersion: z.string(),
  }),
});

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly object: unknown;
}

/**
 * One line of a watch.
 *
 * @throws StatusError for an ERROR event
 * @throws GarbageError for what is no event
 */
export function watchEvent(line: unknown): WatchEvent {
  const event = Event.safeParse(line).data;
  if (!event) throw new GarbageError('a line is no watch event');
  if (event.type === 'ERROR') {
    throw statusFromEvent(event.object) ?? new GarbageError('an ERROR event carries no Status');
  }
  const meta = Meta.safeParse(event.object).data?.metadata;
  if (!meta) throw new GarbageError('an event carries no resourceVersion');
  return { type: event.type, object: event.object, ...meta };
}

/** The name in an object's metadata; '' when it has none. */
export function nameOf(raw: unknown): string {
  return Named.safeParse(raw).data?.metadata.name ?? '';
}

const Named = z.object({ metadata: z.object({ name: z.string() }) });
