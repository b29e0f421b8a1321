import { describe, expect, test } from '@jest/globals';
import { type MachineAddressType } from '../builders/index.js';
import { ipAddresses } from './addresses.js';

describe('ipAddresses', () => {
  test.each<[string, [MachineAddressType, string][], string[] | undefined]>([
    ['none', [], undefined],
    [
      'hostnames alone',
      [
        ['Hostname', 'worker-1'],
        ['InternalDNS', 'w.local'],
        ['ExternalDNS', 'w.org'],
      ],
      undefined,
    ],
    ['a hostname that looks like an address', [['Hostname', '10.0.0.11']], undefined],
    [
      'both families',
      [
        ['InternalIP', '10.0.0.11'],
        ['ExternalIP', '2001:db8::1'],
      ],
      ['10.0.0.11', '2001:db8::1'],
    ],
    [
      'the order kept',
      [
        ['ExternalIP', '203.0.113.9'],
        ['InternalIP', '10.0.0.11'],
      ],
      ['203.0.113.9', '10.0.0.11'],
    ],
    [
      'the same address twice',
      [
        ['InternalIP', '10.0.0.11'],
        ['ExternalIP', '10.0.0.11'],
      ],
      ['10.0.0.11'],
    ],
    [
      'one address in two spellings',
      [
        ['InternalIP', '2001:DB8::1'],
        ['InternalIP', '2001:db8:0::1'],
      ],
      ['2001:DB8::1'],
    ],
    [
      'empty and invalid',
      [
        ['InternalIP', ''],
        ['InternalIP', '10.0.0.999'],
        ['InternalIP', 'worker'],
      ],
      undefined,
    ],
  ])('%s', (_, addresses, expected) => {
    const listed = addresses.map(([type, address]) => ({ type, address }));
    expect(ipAddresses(listed)).toEqual(expected);
  });
});
