import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineSettings, type SettingsTable } from './setting.js';

const setting = { schema: z.string(), description: 'something' } as const;

describe('defineSettings', () => {
  test.each<[string, SettingsTable, string]>([
    [
      'one flag twice',
      {
        one: { ...setting, flag: '--one', env: 'ONE' },
        two: { ...setting, flag: '--one', env: 'TWO' },
      },
      'setting two: --one is taken',
    ],
    [
      'one variable twice',
      {
        one: { ...setting, flag: '--one', env: 'ONE' },
        two: { ...setting, flag: '--two', env: 'ONE' },
      },
      'setting two: ONE is taken',
    ],
    [
      'a variable that is the file variable of a secret',
      { one: { ...setting, env: 'ONE', secret: true }, two: { ...setting, env: 'ONE_FILE' } },
      'setting two: ONE_FILE is taken',
    ],
    [
      'a flag every program has',
      { one: { ...setting, flag: '--help', env: 'ONE' } },
      '--help is taken',
    ],
    ['-h', { one: { ...setting, flag: '--one', short: '-h', env: 'ONE' } }, '-h is taken'],
    [
      'a secret on the command line',
      { one: { ...setting, flag: '--one', env: 'ONE', secret: true } },
      'a secret takes no flag',
    ],
  ])('refuses %s', (_, table, message) => {
    expect(() => defineSettings(table)).toThrow(message);
  });
});
