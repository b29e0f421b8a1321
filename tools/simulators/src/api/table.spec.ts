import { describe, expect, test } from '@jest/globals';
import { age, wantsTable } from './table.js';

describe('a Table', () => {
  test.each([
    [0, '0s'],
    [-5, '0s'],
    [119, '119s'],
    [120, '2m'],
    [312, '5m12s'],
    [10 * 60, '10m'],
    [179 * 60, '179m'],
    [3 * 3600, '3h'],
    [3 * 3600 + 300, '3h5m'],
    [8 * 3600, '8h'],
    [47 * 3600, '47h'],
    [48 * 3600, '2d'],
    [52 * 3600, '2d4h'],
    [8 * 86400, '8d'],
    [729 * 86400, '729d'],
    [740 * 86400, '2y10d'],
  ])('writes an age of %d s as kubectl does: %s', (seconds, text) => {
    expect(age(seconds * 1000)).toBe(text);
  });

  test.each([
    ['application/json;as=Table;v=v1;g=meta.k8s.io,application/json', true],
    ['application/json;as=Table;g=meta.k8s.io;v=v1', true],
    ['application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', false],
    ['application/json', false],
    ['', false],
  ])('is wanted by %s: %p', (accept, wanted) => {
    expect(wantsTable(accept)).toBe(wanted);
  });
});
