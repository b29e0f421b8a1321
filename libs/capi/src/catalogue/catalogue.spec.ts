import { describe, expect, test } from '@jest/globals';
import { AvailableVersion } from '@slipway/contracts';
import { z } from 'zod';
import { Catalogue, parseCatalogue } from './index.js';

describe('the catalogue', () => {
  const catalogue = new Catalogue();

  test('is valid, newest first and without gaps', () => {
    const versions = z.array(AvailableVersion).parse(catalogue.list());
    expect(parseCatalogue(versions).list()).toEqual(versions);
    expect(versions.map(({ version }) => version)).toEqual(['1.36', '1.35', '1.34', '1.33']);
    for (const { version, releases } of versions) {
      const patches = releases.map((_, index) => `${version}.${releases.length - 1 - index}`);
      expect(releases).toEqual(patches);
    }
  });

  test.each(['1.36.0', '1.36.5', '1.36.8', '1.36.9', '1.33.0'])('offers %s', (release) => {
    expect(catalogue.has(release)).toBe(true);
  });

  test.each(['v1.36.9', '1.36', '1.36.99', '1.32.0', '', '1.36.9-rc.1', 'constructor'])(
    'does not offer %j',
    (release) => {
      expect(catalogue.has(release)).toBe(false);
    },
  );
});

describe('a versions file', () => {
  test('may be in any order', () => {
    const catalogue = parseCatalogue([
      { version: '1.9', releases: ['1.9.0'] },
      { version: '1.36', releases: ['1.36.2', '1.36.10', '1.36.9'] },
      { version: '1.35', releases: ['1.35.0'] },
    ]);
    expect(catalogue.list()).toEqual([
      { version: '1.36', releases: ['1.36.10', '1.36.9', '1.36.2'] },
      { version: '1.35', releases: ['1.35.0'] },
      { version: '1.9', releases: ['1.9.0'] },
    ]);
    expect(catalogue.has('1.36.10')).toBe(true);
    expect(catalogue.has('1.36.8')).toBe(false);
  });

  test.each<[string, unknown, string]>([
    ['no list', {}, 'the whole file: '],
    ['nothing at all', undefined, 'the whole file: '],
    ['an empty list', [], 'the whole file: at least one version is expected'],
    [
      'no releases',
      [{ version: '1.36', releases: [] }],
      '[0].releases: at least one release is expected',
    ],
    ['no version', [{ releases: ['1.36.0'] }], '[0].version: '],
    [
      'a version with v',
      [{ version: 'v1.36', releases: ['1.36.0'] }],
      '[0].version: a minor version such as "1.36" is expected',
    ],
    [
      'a release with v',
      [{ version: '1.36', releases: ['1.36.1', 'v1.36.0'] }],
      '[0].releases[1]: a release such as "1.36.9" is expected',
    ],
    [
      'a prerelease',
      [{ version: '1.36', releases: ['1.36.0-rc.1'] }],
      '[0].releases[0]: a release such as "1.36.9" is expected',
    ],
    ['a release that is a number', [{ version: '1.36', releases: [1.36] }], '[0].releases[0]: '],
    [
      'a stray release',
      [{ version: '1.3', releases: ['1.36.0'] }],
      '[0].releases[0]: "1.36.0" is no release of 1.3',
    ],
    [
      'a release twice',
      [{ version: '1.36', releases: ['1.36.1', '1.36.1'] }],
      '[0].releases[1]: "1.36.1" stands already at [0].releases[0]',
    ],
    [
      'a version twice',
      [
        { version: '1.36', releases: ['1.36.1'] },
        { version: '1.36', releases: ['1.36.2'] },
      ],
      '[1].version: "1.36" stands already at [0].version',
    ],
  ])('is refused with %s', (_, content, message) => {
    expect(() => parseCatalogue(content)).toThrow(message);
  });

  test('is refused with all its faults at once', () => {
    const content = [
      { version: '1.36', releases: ['1.36.1', '1.36.1', '1.35.0'] },
      { version: '1.36', releases: ['1.36.2'] },
    ];
    expect(() => parseCatalogue(content)).toThrow(
      '[0].releases[2]: "1.35.0" is no release of 1.36; ' +
        '[1].version: "1.36" stands already at [0].version; ' +
        '[0].releases[1]: "1.36.1" stands already at [0].releases[0]',
    );
  });
});
