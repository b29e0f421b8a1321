import { describe, expect, test } from '@jest/globals';
import { vmOf } from '../builders/index.js';
import { vmId } from './vm-id.js';

describe('vmId', () => {
  const pool = '11111111-0000-4000-8000-000000000001';

  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    [`xenorchestra://${pool}/${vmOf('a')}`, vmOf('a')],
    [`xenorchestra://${vmOf('a')}`, vmOf('a')],
    [`xenorchestra://${pool}/host/${vmOf('a')}`, vmOf('a')],
    [
      `xenorchestra://${pool}/AAAAAAAA-0000-0000-0000-000000000010`,
      'AAAAAAAA-0000-0000-0000-000000000010',
    ],
    [`xenorchestra://${pool}/`, undefined],
    [`xenorchestra://${pool}/worker-1`, undefined],
    [`xenorchestra://${pool}/${vmOf('a')}/`, undefined],
    [`XENORCHESTRA://${pool}/${vmOf('a')}`, undefined],
    [`aws:///eu-west-1a/${vmOf('a')}`, undefined],
    [`x-xenorchestra://${pool}/${vmOf('a')}`, undefined],
    [vmOf('a'), undefined],
  ])('of provider id %j: %s', (providerID, expected) => {
    expect(vmId(providerID)).toBe(expected);
  });
});
