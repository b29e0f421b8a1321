import { expect, test } from '@jest/globals';
import { aPod } from '../builders/index.js';
import { blockedText, interruptedText, overdueText, projectDrainPod } from './index.js';

const pod = (name: string, namespace = 'app') => projectDrainPod(aPod(name, namespace).build())!;

test('a blocked drain names every Pod under each of its reasons, and what helps', () => {
  const many = Array.from({ length: 300 }, (_, index) => pod(`bare-${index}`));
  const text = blockedText('worker-1', [
    { pod: pod('b'), because: ['empty-dir', 'unmanaged'] },
    { pod: pod('a'), because: ['empty-dir'] },
    { pod: pod('cni-x', 'kube-system'), because: ['daemon-set'] },
    { pod: pod('c'), because: ['several-budgets'] },
  ]);
  expect(text).toBe(
    '4 pods block the drain of node "worker-1": ' +
      'managed by a DaemonSet (set ignore_daemon_sets to leave them running): kube-system/cni-x; ' +
      'with emptyDir data that would be lost (set delete_empty_dir_data to accept that): app/a, app/b; ' +
      'without a controller that would replace them (set force to evict them all the same): app/b; ' +
      'selected by more than one PodDisruptionBudget, which Kubernetes never evicts (leave each one budget): app/c. ' +
      'The Node stays cordoned.',
  );
  const all = blockedText(
    'n',
    many.map((each) => ({ pod: each, because: ['unmanaged'] })),
  );
  for (const { name } of many) expect(all).toMatch(new RegExp(`app/${name}[,.]`));
});

test('one blocking Pod is one', () => {
  expect(blockedText('n', [{ pod: pod('a'), because: ['unmanaged'] }])).toMatch(
    /^1 pod blocks the/,
  );
});

test('an overdue drain says what is left and why', () => {
  const remaining = [
    { pod: pod('web'), because: 'The disruption budget web needs 2 healthy pods' },
    { pod: pod('slow'), because: 'it is still terminating' },
  ];
  expect(overdueText('worker-1', { seconds: 300, remaining })).toBe(
    'the drain of node "worker-1" took more than 300 s; still there: ' +
      'app/slow (it is still terminating), app/web (The disruption budget web needs 2 healthy pods). ' +
      'The Node stays cordoned; repeat to continue.',
  );
});

test('a drain whose time ends before its first list says that', () => {
  const text = overdueText('worker-1', { seconds: 5, remaining: [] });
  expect(text).toContain(
    'took more than 5 s; its pods could not be listed in time. The Node stays',
  );
});

test('an interrupted drain can be repeated', () => {
  expect(interruptedText('worker-1')).toBe(
    'the drain of node "worker-1" was interrupted. The Node stays cordoned; repeat to continue.',
  );
});
