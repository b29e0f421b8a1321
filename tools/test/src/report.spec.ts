import { describe, expect, test } from '@jest/globals';
import { countTests, linesOf, summarize, type JestReport, type Task } from './report.mjs';

const suite = (status: string, ...tests: string[]) => ({
  status,
  startTime: 0,
  endTime: 1500,
  assertionResults: tests.map((each) => ({ status: each })),
});

const report = (...testResults: JestReport['testResults'][number][]): JestReport => ({
  testResults,
});

const task = (more: Partial<Task>): Task => ({
  project: '@slipway/bus',
  target: 'test',
  failed: false,
  cached: false,
  ...more,
});

describe('a project counts', () => {
  const passing = suite('passed', 'passed', 'passed');
  test.each([
    ['its tests', false, report(passing), [2, 0, 0]],
    [
      'failed and skipped ones apart',
      true,
      report(suite('failed', 'failed', 'pending')),
      [0, 1, 1],
    ],
    ['a suite that did not run as failed', true, report(passing, suite('failed')), [2, 1, 0]],
    ['a suite whose hook failed as failed', true, report(suite('failed', 'passed')), [1, 1, 0]],
    ['a crash after passed tests as failed', true, report(passing), [2, 1, 0]],
    ['a crash without a report as failed', true, undefined, [0, 1, 0]],
    ['nothing when there are no specs', false, report(), [0, 0, 0]],
  ])('%s', (_, failed, itsReport, [passed, failures, skipped]) => {
    expect(countTests({ failed, report: itsReport })).toMatchObject({
      passed,
      failed: failures,
      skipped,
    });
  });
});

test('whatever fails besides tests is counted, so that green and exit 0 go together', () => {
  const summary = summarize({
    tasks: [task({}), task({ target: 'lint', failed: true }), task({ target: 'build' })],
    checks: [
      { name: 'format', failed: true },
      { name: 'project references', failed: false },
    ],
    reportOf: () => report(suite('passed', 'passed')),
  });
  expect(summary).toMatchObject({
    passed: 1,
    failed: 2,
    broken: ['lint of @slipway/bus', 'format'],
  });
});

test('the count is the last line, after the table and what broke', () => {
  const summary = summarize({
    tasks: [
      task({ project: '@slipway/kube', cached: true }),
      task({ failed: true }),
      task({ target: 'typecheck', failed: true }),
    ],
    checks: [],
    reportOf: (project) =>
      project === '@slipway/bus'
        ? report(suite('failed', 'failed'))
        : report(suite('passed', 'passed')),
  });
  expect(linesOf(summary)).toEqual([
    '',
    'project         passed   failed  skipped  seconds',
    '@slipway/bus         0        1        0      1.5',
    '@slipway/kube        1        0        0   cached',
    '',
    'failed: typecheck of @slipway/bus',
    '1 passed, 2 failed',
  ]);
});
