import { describe, expect, test } from '@jest/globals';
import { parseQuantity } from './quantity.js';

describe('parseQuantity', () => {
  test.each<[string, bigint]>([
    ['0', 0n],
    ['1', 1n],
    ['+5', 5n],
    ['10737418240', 10737418240n],
    ['10Gi', 10737418240n],
    ['1Ki', 1024n],
    ['1Mi', 2n ** 20n],
    ['1Ti', 2n ** 40n],
    ['1Pi', 2n ** 50n],
    ['1Ei', 2n ** 60n],
    ['1k', 1000n],
    ['1M', 10n ** 6n],
    ['1G', 10n ** 9n],
    ['1T', 10n ** 12n],
    ['1P', 10n ** 15n],
    ['1E', 10n ** 18n],
    ['1e3', 1000n],
    ['1E3', 1000n],
    ['1e+3', 1000n],
    ['12e-1', 2n],
    ['1E-3', 1n],
    ['1.5Gi', 1610612736n],
    ['.5Gi', 536870912n],
    ['5.Gi', 5368709120n],
    ['0.1Ki', 103n],
    ['1.0', 1n],
    ['1.25G', 1250000000n],
    ['007', 7n],
    ['0e999999999', 0n],
    ['0.000n', 0n],
  ])('%s is %s', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test.each<[string, bigint]>([
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.0000001', 9007199254740994n],
    ['7.99999999999999999999Ei', 2n ** 63n - 1n],
    ['7Ei', 7n * 2n ** 60n],
    ['8191Pi', 8191n * 2n ** 50n],
    ['9223372036854775806', 9223372036854775806n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['8Ei', 2n ** 63n - 1n],
    ['10E', 2n ** 63n - 1n],
    ['1e999999999', 2n ** 63n - 1n],
  ])('%s is exact, and cut at the largest quantity: %s', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test.each<[string, bigint]>([
    ['1n', 1n],
    ['1u', 1n],
    ['500m', 1n],
    ['1000m', 1n],
    ['1001m', 2n],
    ['1e-999999999', 1n],
    ['0.0000000000000000000001', 1n],
    ['-500m', 0n],
    ['-1500m', -1n],
    ['-1Gi', -(2n ** 30n)],
  ])('%s is rounded up to %s', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test.each([
    '',
    ' ',
    '.',
    '-',
    'Gi',
    '.Gi',
    '10 Gi',
    ' 10Gi',
    '10Gi\n',
    '10GiB',
    '10gi',
    '10K',
    '10ki',
    '1e',
    '1e1.5',
    '1Gie3',
    '1e3Gi',
    '0x10',
    '1_000',
    '--1',
    '1.2.3',
    'NaN',
    'Infinity',
    '١',
  ])('%j is no quantity', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });
});
