import { z } from 'zod';

/**
 * The upgrade lock that a Cluster carries in annotation `vmk.vates.tech/upgrade`: active while it has
 * no `completed_at`. Part of the contracts, since every release must read every other's.
 */
export const UpgradeAnnotation = z.object({
  id: z.string().min(1),
  version: z.string().regex(/^v\d+\.\d+\.\d+$/),
  previous_version: z.string().regex(/^v\d+\.\d+\.\d+$/),
  created_at: z.iso.datetime({ offset: true }),
  completed_at: z.iso.datetime({ offset: true }).optional(),
});
export type UpgradeAnnotation = z.infer<typeof UpgradeAnnotation>;

export const upgradeAnnotationKey = 'vmk.vates.tech/upgrade';

/** What the annotation says; one that can't be read is held by an unknown owner and stays untouched. */
export type UpgradeLock =
  | { readonly state: 'absent' }
  | { readonly state: 'active' | 'completed'; readonly operation: UpgradeAnnotation }
  | { readonly state: 'unreadable' };

export function readUpgradeAnnotation(text: string | undefined): UpgradeLock {
  if (text === undefined) return { state: 'absent' };
  try {
    const operation = UpgradeAnnotation.parse(JSON.parse(text));
    return { state: operation.completed_at === undefined ? 'active' : 'completed', operation };
  } catch {
    return { state: 'unreadable' };
  }
}
