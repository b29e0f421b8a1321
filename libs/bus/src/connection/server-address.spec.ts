import { describe, expect, test } from '@jest/globals';
import { serverAddress } from './server-address.js';

test.each([
  ['nats://nats', { shown: 'nats:4222', options: { servers: ['nats:4222'] } }],
  ['nats://10.0.0.1:4333', { shown: '10.0.0.1:4333' }],
  ['nats://[::1]:4333', { shown: '[::1]:4333' }],
  ['tls://nats.example:443', { options: { servers: ['nats.example:443'], tls: {} } }],
  ['nats://a:1, nats://b:2', { shown: 'a:1, b:2', options: { servers: ['a:1', 'b:2'] } }],
  ['nats://me:p%40ss@nats', { shown: 'nats:4222', credentials: { user: 'me', pass: 'p@ss' } }],
  ['nats://t0ken@nats', { shown: 'nats:4222', credentials: { auth_token: 't0ken' } }],
  ['nats://nats', { credentials: undefined }],
])('%s is understood', (url, expected) => {
  expect(serverAddress(url)).toMatchObject(expected);
});

describe('what is no NATS URL is refused without being repeated', () => {
  test.each(['', 'hunter2', 'http://user:hunter2@nats', 'nats://', 'nats://a,hunter2'])(
    '%j',
    (url) => {
      expect(() => serverAddress(url)).toThrow(/^the NATS URL is malformed; expected nats:/);
    },
  );
});
