import { z } from 'zod';

/**
 * The reservation that a Cluster carries in an annotation while one of our changes is under way. It has no
 * expiry: after a crash or a write of unknown outcome it stays until an operator has looked.
 */
export const MutationLock = z.object({
  id: z.string().min(1),
  operation: z.string().min(1).describe('What is being done, for example "scale workers".'),
  owner: z.string().min(1).describe('The process that took it.'),
  acquired_at: z.iso.datetime({ offset: true }),
});
export type MutationLock = z.infer<typeof MutationLock>;

export const mutationLockKey = 'vmk.vates.tech/mutation-lock';

/** What the annotation says; one that can't be read is held by an unknown owner and stays untouched. */
export type MutationReservation =
  | { readonly state: 'absent' }
  | { readonly state: 'held'; readonly lock: MutationLock }
  | { readonly state: 'unreadable' };

export function readMutationLock(text: string | undefined): MutationReservation {
  if (text === undefined) return { state: 'absent' };
  try {
    return { state: 'held', lock: MutationLock.parse(JSON.parse(text)) };
  } catch {
    return { state: 'unreadable' };
  }
}
