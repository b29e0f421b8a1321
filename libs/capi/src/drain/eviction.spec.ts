import { describe, expect, test } from '@jest/globals';
import { aPod, uidOf } from '../builders/index.js';
import {
  evictionOf,
  projectDrainPod,
  readEviction,
  type EvictionOutcome,
  type EvictionStatus,
  type EvictionVerdict,
} from './index.js';

test('an eviction names the one Pod by its uid and leaves the grace period to it', () => {
  expect(evictionOf(projectDrainPod(aPod('web-1').build())!)).toEqual({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'web-1', namespace: 'app' },
    deleteOptions: { preconditions: { uid: uidOf('Pod', 'web-1') } },
  });
});

const rejected = (status: EvictionStatus): EvictionOutcome => ({ outcome: 'rejected', status });
/** What proves nothing about its effect, as a write gives it for 408, 429 and 5xx. */
const unknown = (status: EvictionStatus): EvictionOutcome => ({
  outcome: 'unknown',
  because: status.message,
  status,
});
const caused = (reason: string, message?: string) => ({
  details: { causes: [{ reason, message }] },
});

const budgetText = "Cannot evict pod as it would violate the pod's disruption budget.";
const needs = 'The disruption budget web needs 2 healthy pods and has 2 currently';
const unprocessed = 'The disruption budget web is still being processed by the server.';
const retry = (afterMilliseconds: number, because: string): EvictionVerdict => ({
  act: 'retry',
  afterMilliseconds,
  because,
});

describe('what an eviction was answered', () => {
  test.each<[string, EvictionOutcome, EvictionVerdict]>([
    ['201', { outcome: 'accepted' }, { act: 'accepted' }],
    ['404', rejected({ code: 404, message: 'pods "web-1" not found' }), { act: 'gone' }],
    ['409, another uid', rejected({ code: 409, message: 'the UID …' }), { act: 'recheck' }],
    [
      '429 of an exhausted budget, which hints at no time',
      unknown({ code: 429, message: budgetText, ...caused('DisruptionBudget', needs) }),
      retry(5000, needs),
    ],
    [
      '429 of a budget that is not processed yet',
      unknown({
        code: 429,
        message: budgetText,
        retryAfterSeconds: 10,
        ...caused('DisruptionBudget', unprocessed),
      }),
      retry(10_000, unprocessed),
    ],
    [
      '429 of a budget that hints at a short time',
      unknown({
        code: 429,
        message: budgetText,
        retryAfterSeconds: 1,
        ...caused('DisruptionBudget'),
      }),
      retry(5000, budgetText),
    ],
    [
      '429 of a busy server',
      unknown({ code: 429, message: 'too many requests', retryAfterSeconds: 2 }),
      retry(2000, 'the API server is busy'),
    ],
    [
      '429 of a busy server that hints at no time',
      unknown({ code: 429, message: 'too many requests', details: {} }),
      retry(5000, 'the API server is busy'),
    ],
    [
      '429 of a busy server that hints at no wait at all',
      unknown({ code: 429, message: 'too many requests', retryAfterSeconds: 0 }),
      retry(1000, 'the API server is busy'),
    ],
    [
      '500 of two budgets',
      unknown({
        code: 500,
        message:
          'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      }),
      { act: 'misconfigured' },
    ],
    [
      '500 of anything else',
      unknown({ code: 500, message: 'failed calling webhook "pods.example"' }),
      retry(5000, 'failed calling webhook "pods.example"'),
    ],
    [
      '504 of a contended budget',
      unknown({
        code: 504,
        message: 'couldn\'t update "web" due to conflicts',
        retryAfterSeconds: 10,
      }),
      retry(10_000, 'couldn\'t update "web" due to conflicts'),
    ],
    [
      'no answer',
      { outcome: 'unknown', because: 'socket hang up' },
      retry(5000, 'its eviction got no answer'),
    ],
    [
      '403 of a terminating namespace',
      rejected({ code: 403, message: 'forbidden', ...caused('NamespaceTerminating') }),
      retry(5000, 'its namespace is terminating'),
    ],
    [
      '403 of missing rights',
      rejected({ code: 403, message: 'cannot create resource "pods/eviction"' }),
      { act: 'forbidden', because: 'cannot create resource "pods/eviction"' },
    ],
    [
      '403 of a broken budget',
      rejected({ code: 403, message: 'pdb disruptions allowed is negative', ...caused('Other') }),
      { act: 'forbidden', because: 'pdb disruptions allowed is negative' },
    ],
    [
      '401',
      rejected({ code: 401, message: 'Unauthorized' }),
      { act: 'forbidden', because: 'Unauthorized' },
    ],
    [
      '422',
      rejected({ code: 422, message: 'no such field' }),
      { act: 'refused', because: 'no such field' },
    ],
  ])('%s', (_case, outcome, verdict) => {
    expect(readEviction(outcome)).toEqual(verdict);
  });
});
