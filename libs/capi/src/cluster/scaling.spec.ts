import { describe, expect, test } from '@jest/globals';
import { aCluster, type ConditionStatus } from '../builders/index.js';
import { ClusterObject } from './cluster-object.js';
import { isScaling } from './scaling.js';

type Given = ConditionStatus | 'missing';

function cluster({ up, down }: { up: Given; down: Given }) {
  const bare = aCluster().withoutCondition('ScalingUp').withoutCondition('ScalingDown');
  const withUp = up === 'missing' ? bare : bare.condition('ScalingUp', up);
  return down === 'missing' ? withUp : withUp.condition('ScalingDown', down);
}

describe('isScaling', () => {
  test.each<[Given, Given, boolean | undefined]>([
    ['True', 'True', true],
    ['True', 'False', true],
    ['True', 'Unknown', true],
    ['True', 'missing', true],
    ['False', 'True', true],
    ['Unknown', 'True', true],
    ['missing', 'True', true],
    ['False', 'False', false],
    ['False', 'Unknown', undefined],
    ['False', 'missing', undefined],
    ['Unknown', 'False', undefined],
    ['Unknown', 'Unknown', undefined],
    ['Unknown', 'missing', undefined],
    ['missing', 'False', undefined],
    ['missing', 'Unknown', undefined],
    ['missing', 'missing', undefined],
  ])('ScalingUp %s and ScalingDown %s: %s', (up, down, expected) => {
    expect(isScaling(ClusterObject.parse(cluster({ up, down }).build()))).toBe(expected);
  });

  test('is unknown while the conditions are from an older generation, as after a pause', () => {
    const paused = cluster({ up: 'True', down: 'False' }).generation(2).paused();
    expect(isScaling(ClusterObject.parse(paused.build()))).toBeUndefined();
  });

  test('is known again by the one condition that has caught up', () => {
    const half = cluster({ up: 'False', down: 'True' })
      .generation(2)
      .condition('ScalingUp', 'True', { observedGeneration: 2 });
    expect(isScaling(ClusterObject.parse(half.build()))).toBe(true);
  });

  test('is unknown while only one of two false conditions has caught up', () => {
    const half = cluster({ up: 'False', down: 'False' })
      .generation(2)
      .condition('ScalingUp', 'False', { observedGeneration: 2 });
    expect(isScaling(ClusterObject.parse(half.build()))).toBeUndefined();
  });

  test('is unknown when conditions say no generation, even if the object has none either', () => {
    const silent = cluster({ up: 'missing', down: 'missing' })
      .condition('ScalingUp', 'False', { observedGeneration: undefined })
      .condition('ScalingDown', 'False', { observedGeneration: undefined });
    const raw = silent.build();
    expect(isScaling(ClusterObject.parse(raw))).toBeUndefined();
    delete raw.metadata.generation;
    expect(isScaling(ClusterObject.parse(raw))).toBeUndefined();
  });
});
