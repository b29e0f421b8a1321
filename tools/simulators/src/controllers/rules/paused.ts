import { type KubeObject } from '../../api/index.js';
import {
  annotationOf,
  annotations,
  conditionsWith,
  edited,
  isSet,
  no,
  yes,
  type Told,
} from '../objects/index.js';
import { type Scene } from './scene.js';

/** Source: Cluster API. The Cluster's spec pauses all, the annotation one object. */
export const isPaused = (scene: Scene, object: KubeObject): boolean =>
  isSet(scene.cluster, 'spec', 'paused') || annotationOf(object, annotations.paused) !== undefined;

/** The object with nothing but its Paused condition refreshed: while paused, all else stays as it was. */
export const onlyPaused = (scene: Scene, object: KubeObject): KubeObject =>
  edited(object, {
    status: { conditions: conditionsWith(object, scene.now, [pausedCondition(scene, object)]) },
  });

export function pausedCondition(scene: Scene, object: KubeObject): Told {
  const messages = [
    ...(isSet(scene.cluster, 'spec', 'paused') ? ['Cluster spec.paused is set to true'] : []),
    ...(annotationOf(object, annotations.paused) === undefined
      ? []
      : [`${object.kind} has the ${annotations.paused} annotation`]),
  ];
  return messages.length > 0 ? yes('Paused', 'Paused', messages.join(', ')) : no('Paused');
}
