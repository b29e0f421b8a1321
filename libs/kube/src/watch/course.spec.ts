import { describe, expect, test } from '@jest/globals';
import { statusFromEvent, UnreachableError } from '../rest/index.js';
import { aStatus } from '../testing/index.js';
import { Course, frozen, type Watched } from './course.js';
import { GarbageError } from './json-lines.js';

const short = 1_000;
const watched = (more: Partial<Watched> = {}): Watched => ({
  version: '7',
  events: 0,
  lasted: 30_000,
  ...more,
});
const expired = statusFromEvent(aStatus(410, 'Expired'));
const lost = new UnreachableError('connection lost', { sent: true });

function aCourse() {
  let resets = 0;
  const course = new Course({ reset: () => void resets++ }, short);
  return { course, resets: () => resets };
}

describe('after a watch that failed', () => {
  test.each<[string, unknown, { version?: string; pause: boolean }]>([
    ['frozen', frozen, { version: '7', pause: false }],
    ['a lost connection', lost, { version: '7', pause: true }],
    ['a garbage line', new GarbageError('a line is not JSON'), { pause: true }],
    ['an ERROR event', statusFromEvent(aStatus(500, 'InternalError')), { pause: true }],
    ['a version of the future', statusFromEvent(aStatus(504, 'Timeout')), { pause: true }],
    ['a refusal', statusFromEvent(aStatus(403, 'Forbidden')), { pause: true }],
  ])('%s: %#', (_, error, step) => {
    const { course, resets } = aCourse();
    expect(course.failed(error, watched())).toEqual({ ...step, because: expect.any(String) });
    expect(resets()).toBe(0);
  });

  test('F6: 410 lists at once when a watch has worked, and pauses when it follows the list', () => {
    const { course } = aCourse();
    course.listed('1');
    expect(course.failed(expired, watched({ lasted: undefined }))).toMatchObject({ pause: true });
    course.works();
    expect(course.failed(expired, watched())).toMatchObject({ pause: false });
    course.listed('2');
    expect(course.failed(expired, watched())).toMatchObject({ pause: true });
  });
});

describe('after a watch that ended', () => {
  test('goes on at once, and an end in time clears the backoff even if nothing happened', () => {
    const { course, resets } = aCourse();
    expect(course.ended(watched())).toEqual({ version: '7', pause: false });
    expect(resets()).toBe(1);
  });

  test('lists again when five in a row end at once without an event', () => {
    const { course } = aCourse();
    const steps = [1, 2, 3, 4, 5, 6].map(() => course.ended(watched({ lasted: 10 })));
    const on = { version: '7', pause: false };
    const again = { pause: true, because: 'watches end at once' };
    expect(steps).toEqual([on, on, on, on, again, on]);
  });

  test('counts those that are lost at once too', () => {
    const { course } = aCourse();
    const steps = [1, 2, 3, 4, 5].map(() => course.failed(lost, watched({ lasted: 10 })));
    expect(steps.map(({ version }) => version)).toEqual(['7', '7', '7', '7', undefined]);
  });

  test('does not count refused connections: they say nothing about the version', () => {
    const { course } = aCourse();
    for (let count = 0; count < 20; count++) {
      expect(course.failed(lost, watched({ lasted: undefined }))).toMatchObject({ version: '7' });
    }
  });

  test.each<[string, Watched]>([
    ['an event', watched({ lasted: 10, events: 1 })],
    ['time', watched({ lasted: short })],
  ])('begins to count anew after %s', (_, good) => {
    const { course } = aCourse();
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) course.ended(watched({ lasted: 10 }));
      if (good.events > 0) course.works();
      expect(course.ended(good)).toMatchObject({ version: '7' });
    }
  });
});
