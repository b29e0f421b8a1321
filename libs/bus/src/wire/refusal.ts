import { Problem, Refusal } from '@slipway/contracts';
import { z } from 'zod';
import { type Answer } from './answer.js';
import { encodeJson } from './json.js';
import { ReplyFault } from './reply-fault.js';

const WireRefusal = Problem.extend({ code: z.string(), status: z.int().min(400).max(599) });

export function refusalAnswer(refusal: Refusal): Answer {
  const { code } = refusal.kind;
  return { payload: encodeJson({ code, ...refusal.problem }), refusal: code, warnings: [] };
}

/**
 * The refusal as the other side threw it. Its code may be unknown here, when the other side is newer: it
 * keeps its own status and title all the same.
 */
export function refusalFrom(value: unknown): Refusal {
  const read = WireRefusal.safeParse(value);
  if (!read.success) throw new ReplyFault('its description of a refusal is malformed');
  const { code, status, title, detail, errors } = read.data;
  return new Refusal({ code, status, title }, detail, errors ? { errors } : {});
}
