/** What a run came to. Pure: it reads nothing and prints nothing. Shapes: report.d.mts. */

/** Counts one project's test task. `report` is Jest's own, undefined when there is none. */
export function countTests({ failed, report }) {
  if (!report) return { passed: 0, failed: failed ? 1 : 0, skipped: 0, milliseconds: 0 };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (...status) => tests.filter((test) => status.includes(test.status)).length;
  // A suite that could not be loaded has failed without a test to its name.
  const brokenSuites = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const counted = having('failed') + brokenSuites;
  return {
    passed: having('passed'),
    // The task may fail although every test passed: Jest crashed, or would not end.
    failed: failed ? Math.max(counted, 1) : counted,
    skipped: having('pending', 'skipped', 'todo', 'disabled'),
    milliseconds: report.testResults.reduce(
      (sum, suite) => sum + suite.endTime - suite.startTime,
      0,
    ),
  };
}

/**
 * `tasks` are nx' ({ project, target, failed, cached }), `checks` those of the whole workspace
 * ({ name, failed }), `reportOf` gives a project's Jest report.
 */
export function summarize({ tasks, checks, reportOf }) {
  const tests = tasks
    .filter(({ target }) => target === 'test')
    .map(({ project, failed, cached }) => ({
      project,
      cached,
      ...countTests({ failed, report: reportOf(project) }),
    }))
    .sort((a, b) => a.project.localeCompare(b.project));
  const broken = [
    ...tasks
      .filter(({ target, failed }) => failed && target !== 'test')
      .map(({ project, target }) => `${target} of ${project}`),
    ...checks.filter(({ failed }) => failed).map(({ name }) => name),
  ];
  const sum = (key) => tests.reduce((total, each) => total + each[key], 0);
  return { tests, broken, passed: sum('passed'), failed: sum('failed') + broken.length };
}

/** The table, what failed besides tests, and as the last line the count. */
export function linesOf({ tests, broken, passed, failed }) {
  const width = Math.max(7, ...tests.map(({ project }) => project.length));
  const row = (name, ...cells) =>
    name.padEnd(width) + cells.map((cell) => cell.padStart(9)).join('');
  return [
    '',
    row('project', 'passed', 'failed', 'skipped', 'seconds'),
    ...tests.map((each) =>
      row(
        each.project,
        String(each.passed),
        String(each.failed),
        String(each.skipped),
        each.cached ? 'cached' : (each.milliseconds / 1000).toFixed(1),
      ),
    ),
    '',
    ...broken.map((what) => `failed: ${what}`),
    `${passed} passed, ${failed} failed`,
  ];
}
