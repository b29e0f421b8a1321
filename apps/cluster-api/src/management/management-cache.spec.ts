import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ResourceIds } from '@slipway/capi';
import { CaptureLogger, ManualClock } from '@slipway/service/testing';
import { ManagementCache } from './index.js';

let clock: ManualClock;
let logger: CaptureLogger;
let stop: AbortController;
beforeEach(() => {
  clock = new ManualClock();
  logger = new CaptureLogger();
  stop = new AbortController();
});
afterEach(() => stop.abort());

function cache(credentials: () => Promise<never>): ManagementCache {
  return new ManagementCache({
    credentials,
    namespace: 'capi-system',
    ids: new ResourceIds(),
    logger,
    clock,
  });
}

describe('without a way to Kubernetes', () => {
  test('it is not ready, says why once, and tries again until it is told to stop', async () => {
    let tries = 0;
    const without = cache(async () => {
      tries += 1;
      throw new Error('kubeconfig "/x" can’t be read');
    });
    const running = without.run(stop.signal);
    await clock.advance(2_500);
    expect(tries).toBe(3);
    expect(without.check()).toEqual({ up: false, because: 'kubeconfig "/x" can’t be read' });
    expect(logger.messages('error')).toEqual([
      'no way to Kubernetes: kubeconfig "/x" can’t be read',
    ]);
    stop.abort(new Error('stopping'));
    await running;
    expect(clock.pending).toBe(0);
  });

  test('an empty cache is never called stale', async () => {
    const without = cache(() => Promise.reject(new Error('none')));
    const running = without.run(stop.signal);
    await clock.advance(600_000);
    expect(without.staleBecause()).toBeUndefined();
    stop.abort();
    await running;
  });
});
