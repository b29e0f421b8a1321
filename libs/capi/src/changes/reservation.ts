import {
  mutationLocked,
  type MutationLock,
  mutationLockKey,
  readMutationLock,
  readUpgradeAnnotation,
  type Refusal,
  upgradeAnnotationKey,
  upgradeLocked,
} from '@slipway/contracts';
import { type ChangeTarget } from './change-target.js';

/** Why the cluster can't be reserved now: an upgrade or another change holds it. Source: VMK Engine. */
export function reservedBy({ metadata }: ChangeTarget): Refusal | undefined {
  const cluster = metadata.name;
  const upgrade = readUpgradeAnnotation(metadata.annotations?.[upgradeAnnotationKey]);
  if (upgrade.state === 'active') {
    const { id, version } = upgrade.operation;
    return upgradeLocked({ cluster, because: `is being upgraded to ${version} (operation ${id})` });
  }
  if (upgrade.state === 'unreadable') {
    const because = `holds an upgrade that can't be read (annotation ${upgradeAnnotationKey})`;
    return upgradeLocked({ cluster, because });
  }
  const reservation = readMutationLock(metadata.annotations?.[mutationLockKey]);
  if (reservation.state === 'held') {
    return mutationLocked({ cluster, holder: holder(reservation.lock) });
  }
  if (reservation.state === 'unreadable') {
    return mutationLocked({ cluster, holder: `an unknown owner (annotation ${mutationLockKey})` });
  }
  return undefined;
}

/** Whether the cluster is reserved by this very lock. */
export function isHeldBy({ metadata }: ChangeTarget, { id }: Pick<MutationLock, 'id'>): boolean {
  const reservation = readMutationLock(metadata.annotations?.[mutationLockKey]);
  return reservation.state === 'held' && reservation.lock.id === id;
}

/** The merge patch that reserves a cluster. */
export function reserving(lock: MutationLock) {
  return { metadata: { annotations: { [mutationLockKey]: JSON.stringify(lock) } } };
}

/** The merge patch that lets go of it. */
export const releasing = { metadata: { annotations: { [mutationLockKey]: null } } };

function holder({ operation, owner, acquired_at, id }: MutationLock): string {
  return `"${operation}" of ${owner} since ${acquired_at} (lock ${id})`;
}
