import { describe, expect, test } from '@jest/globals';
import { WaitTimeout } from '@slipway/service';
import { KubeconfigError } from '../credentials/index.js';
import { statusFromAnswer, UnreachableError } from '../rest/index.js';
import { aStatus } from '../testing/index.js';
import { BulkheadFull } from './bulkhead.js';
import { WorkloadError, workloadError } from './index.js';

const status = (code: number, reason: string, message: string) =>
  statusFromAnswer({ code, text: JSON.stringify(aStatus(code, reason, { message })) });
const forbidden =
  'pods is forbidden: User "viewer" cannot list resource "pods" in API group "" at the cluster scope';

describe('what stops an operation, in words', () => {
  test.each<[unknown, string]>([
    [
      new UnreachableError('connect timed out', { sent: false }),
      'API unreachable (connect timed out)',
    ],
    [new KubeconfigError('it is not valid YAML'), 'kubeconfig unusable: it is not valid YAML'],
    [new WaitTimeout('x', 5_000), 'no answer within 5 s'],
    [new BulkheadFull(), 'too many operations are waiting for this cluster'],
    [status(401, 'Unauthorized', 'Unauthorized'), 'credentials refused (401)'],
    [status(403, 'Forbidden', forbidden), 'forbidden to list pods (403)'],
    [status(403, 'Forbidden', 'no'), 'forbidden (403): no'],
    [status(503, 'ServiceUnavailable', 'starting'), 'API answered 503: starting'],
    [new WorkloadError('kubeconfig Secret missing'), 'kubeconfig Secret missing'],
  ])('%s: %s', (error, because) => {
    expect(workloadError(error)).toBeInstanceOf(WorkloadError);
    expect(workloadError(error)?.because).toBe(because);
  });

  test('a defect of ours is not the fault of the cluster', () => {
    expect(workloadError(new TypeError('x is undefined'))).toBeUndefined();
  });
});
