import { describe, expect, test } from '@jest/globals';
import { anObject, conditions } from '../testing/scenes.js';
import { no, unknown, yes, type Told } from './conditions.js';
import { aggregate, summary } from './merge.js';

const reasons = { fine: 'Fine', issue: 'Issue', unknown: 'FineUnknown' };

describe('a summary', () => {
  test.each<[string, (Told | string)[], string, string]>([
    ['nothing but good news', [yes('A'), no('Bad')], 'True Fine', ''],
    [
      'a bad one outweighs an unknown one',
      [unknown('A', 'X', 'who knows'), no('B', 'Y', 'broken')],
      'False Issue',
      '* A: who knows\n* B: broken',
    ],
    [
      'a missing one is unknown',
      [yes('A'), 'B'],
      'Unknown FineUnknown',
      '* B: Condition not yet reported',
    ],
    [
      'True of a negative one is bad',
      [yes('A'), yes('Bad', 'Z', 'so bad')],
      'False Issue',
      '* Bad: so bad',
    ],
    [
      'a list stays a list',
      [no('A', 'X', '* one\n* two')],
      'False Issue',
      '* A:\n  * one\n  * two',
    ],
    [
      'good news with a word keep it',
      [yes('A', 'A', 'though slow')],
      'True Fine',
      '* A: though slow',
    ],
  ])('%s', (_, told, verdict, message) => {
    const result = summary('All', told, { negative: ['Bad'], reasons });
    expect(`${result.status} ${result.reason}`).toBe(verdict);
    expect(result.message).toBe(message);
  });
});

describe('an aggregate', () => {
  const machine = (name: string, ...told: string[]) =>
    anObject('Machine', name, { status: { conditions: conditions(...told) } });

  test.each([
    ['all are ready', ['a Ready=True', 'b Ready=True'], 'True Fine', ''],
    ['one is not', ['a Ready=True', 'b Ready=False'], 'False Issue', '* Machine b:'],
    [
      'one says nothing',
      ['a Ready=True', 'b Other=True'],
      'Unknown FineUnknown',
      '* Machine b: Condition Ready not yet reported',
    ],
    [
      'equal words are said once, three names are enough',
      ['e Other=True', 'd Other=True', 'c Other=True', 'b Other=True', 'a Other=True'],
      'Unknown FineUnknown',
      '* Machines a, b, c, ... (2 more): Condition Ready not yet reported',
    ],
  ])('%s', (_, machines, verdict, message) => {
    const all = machines.map((text) => machine(...(text.split(' ') as [string, string])));
    const result = aggregate('All', all, { source: 'Ready', reasons });
    expect(`${result.status} ${result.reason}`).toBe(verdict);
    expect(result.message).toBe(message);
  });

  test.each([
    [['a ScalingUp=False'], 'False Fine'],
    [['a ScalingUp=False', 'b ScalingUp=True'], 'True Issue'],
    [['a ScalingUp=False', 'b Ready=True'], 'Unknown FineUnknown'],
  ])('of negative polarity: %j is %s', (machines, verdict) => {
    const all = machines.map((text) => machine(...(text.split(' ') as [string, string])));
    const result = aggregate('All', all, { source: 'ScalingUp', negative: true, reasons });
    expect(`${result.status} ${result.reason}`).toBe(verdict);
  });
});
