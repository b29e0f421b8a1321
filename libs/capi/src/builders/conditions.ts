export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition with all that the API server insists on; an empty message is allowed, a missing isn't. */
export interface ConditionObject {
  type: string;
  status: ConditionStatus;
  observedGeneration?: number;
  reason: string;
  message: string;
  lastTransitionTime: string;
}

export interface ConditionDetails {
  readonly observedGeneration?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

export function conditionObject(
  type: string,
  status: ConditionStatus,
  { observedGeneration, reason, message }: ConditionDetails = {},
): ConditionObject {
  return {
    type,
    status,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    reason: reason ?? { True: type, False: `Not${type}`, Unknown: `${type}Unknown` }[status],
    message: message ?? '',
    lastTransitionTime: '2026-10-14T08:10:00Z',
  };
}

/** The conditions with this one in place of an earlier one of its type. */
export function withCondition(
  conditions: readonly ConditionObject[] | undefined,
  condition: ConditionObject,
): ConditionObject[] {
  return [...(conditions ?? []).filter(({ type }) => type !== condition.type), condition];
}
