import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { parseArguments } from './arguments.js';

const table = {
  namespace: {
    flag: '--namespace',
    short: '-n',
    env: 'NAMESPACE',
    schema: z.string(),
    description: '',
  },
  kubeconfig: { flag: '--kubeconfig', env: 'KUBECONFIG', schema: z.string(), description: '' },
  open: { flag: '--open', env: 'OPEN', schema: z.boolean(), description: '' },
} as const;

const given = (...argv: string[]) => {
  const { given, faults } = parseArguments(table, argv);
  return { given: Object.fromEntries(given), faults };
};

describe('parseArguments', () => {
  test.each<[string, string, string]>([
    ['--namespace team', '--namespace', 'team'],
    ['--namespace=team', '--namespace', 'team'],
    ['-namespace team', '-namespace', 'team'],
    ['-namespace=team', '-namespace', 'team'],
    ['-n team', '-n', 'team'],
    ['-n=team', '-n', 'team'],
    ['-nteam', '-n', 'team'],
    ['-n=a=b', '-n', 'a=b'],
    ['--namespace=', '--namespace', ''],
    ['--namespace -x', '--namespace', '-x'],
    ['--namespace one --namespace two', '--namespace', 'two'],
    ['--namespace one -n two', '-n', 'two'],
  ])('%s', (line, spelling, text) => {
    expect(given(...line.split(' '))).toEqual({
      given: { namespace: { spelling, text } },
      faults: [],
    });
  });

  test.each<[string, string]>([
    ['--open', 'true'],
    ['--open=false', 'false'],
    ['-open', 'true'],
  ])('a boolean takes no argument of its own: %s', (flag, text) => {
    expect(given(flag, '-n', 'team').given).toEqual({
      open: { spelling: flag.split('=')[0], text },
      namespace: { spelling: '-n', text: 'team' },
    });
  });

  test.each<[string, string[]]>([
    ['--namespace', ['--namespace: a value is missing']],
    ['-n --kubeconfig /k', ['-n: a value is missing']],
    ['-n --kubeconfig=/k', ['-n: a value is missing']],
    ['--colour red -n team', ['--colour is not a flag of this program; --help lists them']],
    ['--colour=red', ['--colour is not a flag of this program; --help lists them']],
    ['--colour -n team', ['--colour is not a flag of this program; --help lists them']],
    ['--n team', ['--n is not a flag of this program; --help lists them']],
    ['-n team hunter2', ['argument 3 belongs to no flag']],
    ['--open true', ['argument 2 belongs to no flag']],
    ['-- -', ['argument 1 belongs to no flag', 'argument 2 belongs to no flag']],
    ['--constructor=x', ['--constructor is not a flag of this program; --help lists them']],
    [
      '--colour --shape=round -n',
      [
        '--colour is not a flag of this program; --help lists them',
        '--shape is not a flag of this program; --help lists them',
        '-n: a value is missing',
      ],
    ],
  ])('names every fault of %s, no value', (line, faults) => {
    expect(given(...line.split(' ')).faults).toEqual(faults);
  });

  test.each<[string, 'help' | 'version' | undefined]>([
    ['--help', 'help'],
    ['-h', 'help'],
    ['-n --help', 'help'],
    ['--colour --version --help', 'help'],
    ['--version', 'version'],
    ['-n team', undefined],
  ])('%s asks for %s', (line, asks) => {
    expect(parseArguments(table, line.split(' ')).asks).toBe(asks);
  });
});
