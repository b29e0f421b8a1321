import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { type Target } from '../testing/targets.js';
import { changeChecks } from './change.checks.js';
import { perform, type Run } from './check.js';
import { createChecks } from './create.checks.js';
import { deleteChecks } from './delete.checks.js';
import { readChecks } from './read.checks.js';
import { dropNamespace, freshNamespace, targetsFor } from './targets-table.js';

const sections = {
  create: createChecks,
  change: changeChecks,
  delete: deleteChecks,
  read: readChecks,
};

describe.each(targetsFor('requests and answers'))('%s', (_, start) => {
  let target: Target;
  let run: Run;

  beforeAll(async () => {
    target = await start();
    run = { client: target.client, namespace: await freshNamespace(target) };
  });

  afterAll(async () => {
    await dropNamespace(target, run.namespace);
    await target.close();
  });

  describe.each(Object.entries(sections))('%s', (__, checks) => {
    test.each(checks.map((check) => [check.name, check] as const))('%s', (___, check) =>
      perform(run, check),
    );
  });
});
