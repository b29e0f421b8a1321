import { fault, type ValidationFault } from '@slipway/contracts';
import { descriptionAnnotation, tagLabelPrefix } from '../cluster/index.js';
import { descriptionLength, firstFault, tagName, tagValue } from '../creation/index.js';
import { pausedAnnotation } from '../machine/index.js';

/** Pausing sets spec.paused, resuming removes it; a pause annotation of others stays. Source: VMK Engine. */
export const clusterPause = (paused: boolean) => ({ spec: { paused: paused ? true : null } });

/** A Machine's own pause is an annotation, whose value means nothing. Source: VMK Engine. */
export const machinePause = (paused: boolean) => ({
  metadata: { annotations: { [pausedAnnotation]: paused ? '' : null } },
});

export function descriptionFaults(description: string | undefined): readonly ValidationFault[] {
  const struct = 'ClusterDescriptionParams';
  const field = 'Description';
  if (description === undefined) return [fault({ struct, field, tag: 'required', value: '' })];
  return firstFault({ struct, field, value: description, rules: [descriptionLength] });
}

/** An empty description clears it. */
export const described = (description: string) => ({
  metadata: { annotations: { [descriptionAnnotation]: description === '' ? null : description } },
});

/** Faults of a tag by Kubernetes' rules for labels; without a value only its name is judged. */
export function tagFaults(tag: string, value?: { readonly of: string | undefined }) {
  const struct = 'ClusterTagParams';
  const ofName = firstFault({ struct, field: 'Tag', value: tag, rules: tagName });
  if (!value) return ofName;
  const ofValue =
    value.of === undefined
      ? [fault({ struct, field: 'Value', tag: 'required', value: '' })]
      : firstFault({ struct, field: 'Value', value: value.of, rules: tagValue });
  return [...ofName, ...ofValue];
}

/** Sets or, with null, removes the label that holds a tag. */
export const tagged = (tag: string, value: string | null) => ({
  metadata: { labels: { [`${tagLabelPrefix}${tag}`]: value } },
});

export const hasTag = (labels: Readonly<Record<string, string>> | undefined, tag: string) =>
  labels !== undefined && Object.hasOwn(labels, `${tagLabelPrefix}${tag}`);
