import { EventEmitter } from 'node:events';
import { describe, expect, jest, test } from '@jest/globals';
import { CaptureLogger, ManualClock } from '../testing/index.js';
import { Lifecycle } from './lifecycle.js';

const never = () => new Promise<never>(() => undefined);

function aProcess() {
  const events = new EventEmitter();
  const logger = new CaptureLogger();
  const clock = new ManualClock();
  const exit = jest.fn<(code: number) => void>();
  const lifecycle = new Lifecycle({ logger, clock, events, exit });
  const ignore = lifecycle.listen();
  return { events, logger, clock, exit, lifecycle, ignore };
}

describe('Lifecycle', () => {
  test.each(['SIGTERM', 'SIGINT'])(
    '%s runs the hooks, last registered first, then exits 0',
    async (signal) => {
      const { events, logger, clock, exit, lifecycle } = aProcess();
      const order: string[] = [];
      for (const name of ['operations server', 'bus', 'routes']) {
        lifecycle.onStop(name, async () => {
          await Promise.resolve();
          order.push(name);
        });
      }
      events.emit(signal, signal, 15);
      await clock.advance(0);
      expect(order).toEqual(['routes', 'bus', 'operations server']);
      expect(exit.mock.calls).toEqual([[0]]);
      expect(logger.messages('info')).toEqual([`stopping: ${signal}`, 'stopped']);
      expect(clock.pending).toBe(0);
    },
  );

  test('each hook waits for the one before', async () => {
    const { clock, exit, lifecycle } = aProcess();
    const below = jest.fn(async () => undefined);
    let release = () => {};
    lifecycle.onStop('bus', below);
    lifecycle.onStop('routes', () => new Promise<void>((resolve) => (release = resolve)));
    void lifecycle.stop('test');
    await clock.advance(1_000);
    expect(below).not.toHaveBeenCalled();
    release();
    await clock.advance(0);
    expect(below).toHaveBeenCalledTimes(1);
    expect(exit).toHaveBeenCalledWith(0);
  });

  test('readiness is down from the first moment of the stop', () => {
    const { events, lifecycle } = aProcess();
    expect(lifecycle.check.check()).toEqual({ up: true });
    events.emit('SIGTERM', 'SIGTERM');
    expect(lifecycle.check.check()).toEqual({ up: false, because: 'the process is stopping' });
  });

  test('a hook that hangs is named when the time has passed, its signal aborts, exit 1', async () => {
    const { clock, events, exit, lifecycle, logger } = aProcess();
    let given: AbortSignal | undefined;
    lifecycle.onStop('operations server', async () => undefined);
    lifecycle.onStop('drain of worker-1', (signal) => {
      given = signal;
      return never();
    });
    lifecycle.onStop('routes', async () => undefined);
    events.emit('SIGTERM', 'SIGTERM');
    await clock.advance(29_999);
    expect(exit).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(exit.mock.calls).toEqual([[1]]);
    expect(given!.aborted).toBe(true);
    expect(logger.lines.at(-1)).toEqual({
      level: 'error',
      fields: { hook: 'drain of worker-1', notRun: ['operations server'] },
      message: 'the stop took over 30000 ms; "drain of worker-1" hangs',
    });
  });

  test('a hook that ends at the last moment does not let the next ones begin', async () => {
    const { clock, exit, lifecycle } = aProcess();
    const late = jest.fn(async () => undefined);
    lifecycle.onStop('late', late);
    lifecycle.onStop(
      'slow',
      (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    void lifecycle.stop('test');
    await clock.advance(30_000);
    expect(late).not.toHaveBeenCalled();
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test('a second signal exits at once', async () => {
    const { clock, events, exit, lifecycle, logger } = aProcess();
    lifecycle.onStop('bus', never);
    events.emit('SIGTERM', 'SIGTERM');
    await clock.advance(100);
    events.emit('SIGINT', 'SIGINT');
    expect(exit.mock.calls).toEqual([[1]]);
    expect(logger.messages('warn')).toEqual(['SIGINT again: exiting at once']);
  });

  test.each([
    ['an asynchronous', async () => Promise.reject(new Error('broken'))],
    [
      'a synchronous',
      () => {
        throw new Error('broken');
      },
    ],
  ])('%s hook that fails is logged, the others run, exit 1', async (_, failing) => {
    const { clock, exit, lifecycle, logger } = aProcess();
    const below = jest.fn(async () => undefined);
    lifecycle.onStop('bus', below);
    lifecycle.onStop('routes', failing);
    void lifecycle.stop('test');
    await clock.advance(0);
    expect(below).toHaveBeenCalledTimes(1);
    expect(logger.lines.find(({ level }) => level === 'error')).toMatchObject({
      message: '"routes" failed to stop',
      fields: { hook: 'routes', error: new Error('broken') },
    });
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test.each([
    ['uncaughtException', 'uncaught exception'],
    ['unhandledRejection', 'unhandled rejection'],
  ])('%s is logged, stops, exits 1', async (event, what) => {
    const { clock, events, exit, lifecycle, logger } = aProcess();
    const hook = jest.fn(async () => undefined);
    lifecycle.onStop('bus', hook);
    const error = new Error('nobody caught it');
    events.emit(event, error);
    await clock.advance(0);
    expect(logger.lines[0]).toEqual({ level: 'error', fields: { error }, message: what });
    expect(hook).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test('a fault during the stop does not begin a second one, and is in the exit code', async () => {
    const { clock, events, exit, lifecycle } = aProcess();
    const hook = jest.fn(async () => void events.emit('unhandledRejection', new Error('late')));
    lifecycle.onStop('bus', hook);
    events.emit('SIGTERM', 'SIGTERM');
    await clock.advance(0);
    expect(hook).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls).toEqual([[1]]);
  });

  test('what start registers while the stop runs is given back too', async () => {
    const { clock, exit, lifecycle } = aProcess();
    const late = jest.fn(async () => undefined);
    lifecycle.onStop('bus', async () => lifecycle.onStop('made late', late));
    void lifecycle.stop('test');
    await clock.advance(0);
    expect(late).toHaveBeenCalledTimes(1);
    expect(exit.mock.calls).toEqual([[0]]);
  });

  test('after listening ends, no listener is left', () => {
    const { events, ignore } = aProcess();
    expect(events.eventNames()).toHaveLength(4);
    ignore();
    expect(events.eventNames()).toEqual([]);
  });
});
