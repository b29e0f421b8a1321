import { expect, test } from '@jest/globals';
import { cancelSubject, nameOf } from './subjects.js';

test('a service has one subject for cancelling', () => {
  expect(cancelSubject('cluster-api')).toBe('slipway.v1.cluster-api.cancel');
});

test.each([
  ['slipway.v1.cluster-api.clusters.list-nodes', 'clusters.list-nodes of cluster-api'],
  ['slipway.v1.jobs.jobs.get', 'jobs.get of jobs'],
])('%s is called %s', (subject, name) => {
  expect(nameOf(subject)).toBe(name);
});
