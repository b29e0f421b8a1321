import { describe, expect, test } from '@jest/globals';
import { readOptions } from './options.js';

describe('the command line', () => {
  test.each<[string[], unknown]>([
    [['--dir', 'd'], { dir: 'd', world: {} }],
    [
      ['--dir', 'd', '--port', '6443', '--namespace', 'ns', '--clusters', '10', '--workers', '0'],
      { dir: 'd', world: { port: 6443, namespace: 'ns', clusters: 10, workers: 0 } },
    ],
    [['--help'], { world: {} }],
  ])('%j', (args, options) => {
    expect(readOptions(args)).toEqual(options);
  });

  test.each<[string[], string]>([
    [[], '--dir is missing'],
    [['--dir', ''], '--dir is missing'],
    [['--dir', 'd', '--workers', 'many'], '--workers "many" is not a whole number'],
    [['--dir', 'd', '--port', '-1'], "'--port"],
    [['--dir', 'd', '--colour'], "Unknown option '--colour'"],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
