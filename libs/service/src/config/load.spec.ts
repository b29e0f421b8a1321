import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { loadSettings, resolveSettings, type Sources } from './load.js';
import { absolutePath, dnsLabel, oneOf, onOff, port } from './schemas.js';
import { defineSettings } from './setting.js';

const settings = defineSettings(
  {
    namespace: {
      flag: '--namespace',
      short: '-n',
      env: 'SLIPWAY_NAMESPACE',
      schema: dnsLabel,
      default: 'default',
      description: 'where',
    },
    port: {
      flag: '--port',
      short: '-p',
      env: 'SLIPWAY_PORT',
      schema: port,
      default: 8080,
      description: 'which port',
    },
    open: {
      flag: '--open',
      env: 'SLIPWAY_OPEN',
      schema: onOff,
      default: false,
      description: 'open',
    },
    kubeconfig: {
      flag: '--kubeconfig',
      env: 'SLIPWAY_KUBECONFIG',
      schema: absolutePath,
      default: '$HOME/.kube/config',
      description: 'a path',
      ignoredHere: 'cluster-api reads it',
    },
    auth: {
      flag: '--auth',
      env: 'SLIPWAY_AUTH',
      schema: oneOf('none', 'tokens'),
      default: 'tokens',
      description: 'who may',
    },
    password: {
      env: 'SLIPWAY_PASSWORD',
      schema: z.string().min(12, 'must have 12 characters or more').optional(),
      secret: true,
      description: 'a password',
    },
  },
  [
    ({ auth, open }) =>
      auth === 'none' && open === false
        ? '--auth none needs --open, or use --auth tokens'
        : undefined,
  ],
);

interface Given {
  readonly argv?: string;
  readonly env?: Sources['env'];
  readonly files?: Readonly<Record<string, string>>;
}

const sources = ({ argv = '', env = {}, files = {} }: Given): Sources => ({
  argv: argv.split(' ').filter(Boolean),
  env: { HOME: '/home/ada', ...env },
  readFile: (path) => {
    const text = files[path];
    if (text !== undefined) return text;
    throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
  },
});

const load = (given: Given) => loadSettings(settings, sources(given));

const faults = (given: Given): readonly string[] => {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  throw new Error('expected faults, found none');
};

describe('loadSettings', () => {
  test('defaults, with $HOME from the environment', () => {
    expect(load({})).toEqual({
      namespace: 'default',
      port: 8080,
      open: false,
      kubeconfig: '/home/ada/.kube/config',
      auth: 'tokens',
      password: undefined,
    });
  });

  test.each<[string, Given, number]>([
    ['the config file over the default', {}, 1],
    ['a variable over the config file', { env: { SLIPWAY_PORT: '2' } }, 2],
    ['a flag over a variable', { env: { SLIPWAY_PORT: '2' }, argv: '-p 3' }, 3],
    ['an empty variable counts as absent', { env: { SLIPWAY_PORT: '' } }, 1],
  ])('%s', (_, { argv = '', env }, expected) => {
    const files = { '/etc/slipway.json': '{"port":1}' };
    const given = { argv: `--config /etc/slipway.json ${argv}`, files, ...(env ? { env } : {}) };
    expect(load(given).port).toBe(expected);
  });

  test('the config file may be named by its variable', () => {
    const files = { '/c.json': '{"open":true,"namespace":"team"}' };
    expect(load({ env: { SLIPWAY_CONFIG: '/c.json' }, files })).toMatchObject({
      open: true,
      namespace: 'team',
    });
  });

  test.each(['true', 'TRUE', '1', 't'])('the variable text %s is a true boolean', (text) => {
    expect(load({ env: { SLIPWAY_OPEN: text } }).open).toBe(true);
  });

  test('a secret comes from its variable, or from the file its second variable names', () => {
    const direct = load({ env: { SLIPWAY_PASSWORD: 'correct horse' } });
    const files = { '/run/secret': 'correct horse\n' };
    const byFile = load({ env: { SLIPWAY_PASSWORD_FILE: '/run/secret' }, files });
    expect([direct.password, byFile.password]).toEqual(['correct horse', 'correct horse']);
  });

  test.each<[string, Given, string[]]>([
    ['a flag', { argv: '--port 80a' }, ['--port: must be a port number, 0 to 65535']],
    ['a short flag', { argv: '-p=-1' }, ['-p: must be a port number, 0 to 65535']],
    ['a one-dash flag', { argv: '-port 70000' }, ['-port: must be a port number, 0 to 65535']],
    ['a fraction', { argv: '-p 1.5' }, ['-p: must be a port number, 0 to 65535']],
    ['a variable', { env: { SLIPWAY_OPEN: 'yes' } }, ['SLIPWAY_OPEN: must be true or false']],
    [
      'a key of the file',
      { argv: '--config /c', files: { '/c': '{"port":"80","auth":null}' } },
      [
        '"port" in the config file: must be a port number, 0 to 65535',
        '"auth" in the config file: must be none or tokens',
      ],
    ],
    [
      'an unknown key of the file',
      { argv: '--config /c', files: { '/c': '{"colour":1,"__proto__":2}' } },
      [
        '"colour" in the config file is not a setting of this program',
        '"__proto__" in the config file is not a setting of this program',
      ],
    ],
    [
      'a file that is no JSON',
      { argv: '--config=/c', files: { '/c': '{"password": hunter2}' } },
      ['--config: the file must hold one JSON object'],
    ],
    [
      'a file that is a list',
      { env: { SLIPWAY_CONFIG: '/c' }, files: { '/c': '[]' } },
      ['SLIPWAY_CONFIG: the file must hold one JSON object'],
    ],
    [
      'a file that is not there',
      { argv: '-config /c' },
      ["-config: the file can't be read (ENOENT)"],
    ],
    [
      'a secret file that is not there',
      { env: { SLIPWAY_PASSWORD_FILE: '/nowhere' } },
      ["SLIPWAY_PASSWORD_FILE: the file can't be read (ENOENT)"],
    ],
    [
      'a secret given twice',
      { env: { SLIPWAY_PASSWORD: 'correct horse', SLIPWAY_PASSWORD_FILE: '/s' } },
      ['SLIPWAY_PASSWORD and SLIPWAY_PASSWORD_FILE are both set; keep one'],
    ],
    [
      'an empty flag where text is asked for',
      { argv: '--namespace=' },
      [
        '--namespace: must be at most 63 lower-case letters, digits and "-", and start and end with a letter or digit',
      ],
    ],
    [
      'settings that do not go together',
      { argv: '--auth none' },
      ['--auth none needs --open, or use --auth tokens'],
    ],
  ])('names the setting as the user spelled it: %s', (_, given, expected) => {
    expect(faults(given)).toEqual(expected);
  });

  test('tells all faults at once, of every source and of every kind', () => {
    const found = faults({
      argv: '--port x --colour red --kubeconfig config --auth none --config /c stray',
      env: { SLIPWAY_NAMESPACE: 'Team', SLIPWAY_PASSWORD_FILE: '/nowhere' },
      files: { '/c': '{"shape":1,"open":false}' },
    });
    expect(found.map((fault) => fault.split(/[: ]/)[0])).toEqual([
      '--colour',
      'argument',
      '"shape"',
      'SLIPWAY_NAMESPACE',
      '--port',
      '--kubeconfig',
      'SLIPWAY_PASSWORD_FILE',
      '--auth',
    ]);
  });

  test('a setting without default is required unless its schema allows its absence', () => {
    const strict = defineSettings({
      issuer: { flag: '--issuer', env: 'ISSUER', schema: z.string(), description: '' },
      key: { env: 'KEY', schema: z.string(), secret: true, description: '' },
      note: { env: 'NOTE', schema: z.string().optional(), description: '' },
    });
    expect(() => loadSettings(strict, sources({}))).toThrow(
      new ConfigError(['--issuer or ISSUER is required', 'KEY or KEY_FILE is required']),
    );
  });

  test('a default made relative by a relative HOME is a fault', () => {
    expect(faults({ env: { HOME: 'ada' } })).toEqual([
      '--kubeconfig or SLIPWAY_KUBECONFIG (its default): must be an absolute path',
    ]);
  });

  // Wherever a value stands and however it is refused, the message must not repeat it.
  test.each<[string, Given]>([
    ['flag', { argv: '--port canary' }],
    ['inline flag', { argv: '--port=canary' }],
    ['after an unknown flag', { argv: '--pasword canary' }],
    ['inline after an unknown flag', { argv: '--pasword=canary' }],
    ['stray argument', { argv: 'canary' }],
    ['variable', { env: { SLIPWAY_AUTH: 'canary' } }],
    ['secret variable', { env: { SLIPWAY_PASSWORD: 'canary' } }],
    ['secret file', { env: { SLIPWAY_PASSWORD_FILE: '/s' }, files: { '/s': 'canary' } }],
    ['name of a secret file', { env: { SLIPWAY_PASSWORD_FILE: 'canary' } }],
    ['config file', { argv: '--config /c', files: { '/c': '{"port":"canary"}' } }],
    ['config file with a syntax error', { argv: '--config /c', files: { '/c': '{"a":canary}' } }],
    ['name of the config file', { argv: '--config canary' }],
  ])('no value in the faults: %s', (_, given) => {
    expect(faults(given).join('\n')).not.toContain('canary');
  });
});

describe('resolveSettings', () => {
  test('says what was given in vain, in the spelling used, and only that', () => {
    const given = sources({ argv: '--kubeconfig /k' });
    expect(resolveSettings(settings, given).ignored).toEqual([
      '--kubeconfig has no effect here: cluster-api reads it',
    ]);
    expect(resolveSettings(settings, sources({})).ignored).toEqual([]);
  });

  test('what has no effect is checked all the same', () => {
    expect(faults({ argv: '--kubeconfig config' })).toEqual([
      '--kubeconfig: must be an absolute path',
    ]);
  });
});
