import { describe, expect, test } from '@jest/globals';
import { aKubeconfig } from '../testing/index.js';
import { KubeconfigError, credentialsFromKubeconfig } from './index.js';

const server = 'https://demo.example:6443';
const canary = 'canary-7f3a';
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function errorOf(work: Promise<unknown>): Promise<KubeconfigError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KubeconfigError);
  return error as KubeconfigError;
}

describe('a kubeconfig from a Secret', () => {
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['a token', { token: 't-1' }, 'Bearer t-1'],
    ['a token with a newline', { token: 't-1\n' }, 'Bearer t-1'],
    ['name and password', { username: 'ada', password: 'x' }, `Basic ${base64('ada:x')}`],
    ['nothing', {}, undefined],
  ])('with %s', async (_, user, authorization) => {
    const credentials = await credentialsFromKubeconfig(aKubeconfig({ server, user }));
    const { headers } = await credentials.connection();
    expect(headers).toEqual(authorization ? { authorization } : {});
  });

  test('with certificates, names the server as it says', async () => {
    const credentials = await credentialsFromKubeconfig(
      aKubeconfig({
        server: `${server}/`,
        cluster: { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'api' },
        user: { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') },
      }),
    );
    const { server: url, tls } = await credentials.connection();
    expect(url).toBe(server);
    const text = (value: unknown) => String(value);
    expect([tls.ca, tls.cert, tls.key].map(text)).toEqual(['CA', 'CERT', 'KEY']);
    expect(tls).toMatchObject({ servername: 'api', rejectUnauthorized: undefined });
  });

  test.each([
    [true, false],
    [false, undefined],
    [undefined, undefined],
  ])('insecure-skip-tls-verify %s means rejectUnauthorized %s', async (skip, reject) => {
    const cluster = { 'insecure-skip-tls-verify': skip };
    const credentials = await credentialsFromKubeconfig(aKubeconfig({ server, cluster }));
    expect((await credentials.connection()).tls.rejectUnauthorized).toBe(reject);
  });

  test('plain http is taken as written', async () => {
    const credentials = await credentialsFromKubeconfig(aKubeconfig({ server: 'http://sim:80' }));
    expect((await credentials.connection()).server).toBe('http://sim:80');
  });

  test('equal ones share a key, and every part of the identity changes it', async () => {
    const variants: Parameters<typeof aKubeconfig>[0][] = [
      { server },
      { server: 'https://other.example' },
      { server, user: { token: 'a' } },
      { server, user: { as: 'bob' } },
      { server, user: { 'client-certificate-data': base64('C'), 'client-key-data': base64('K') } },
      { server, cluster: { 'certificate-authority-data': base64('CA') } },
      { server, cluster: { 'tls-server-name': 'api' } },
      { server, cluster: { 'insecure-skip-tls-verify': true } },
    ];
    const keyOf = async (of: Parameters<typeof aKubeconfig>[0]) =>
      (await (await credentialsFromKubeconfig(aKubeconfig(of))).connection()).key;
    const keys = await Promise.all(variants.map(keyOf));
    expect(new Set(keys).size).toBe(variants.length);
    expect(await Promise.all(variants.map(keyOf))).toEqual(keys);
  });

  test.each<[string, { cluster?: Record<string, unknown>; user?: Record<string, unknown> }]>([
    ['an exec plugin', { user: { exec: { command: 'touch' } } }],
    ['an auth-provider', { user: { 'auth-provider': { name: 'gcp' } } }],
    ['a token file', { user: { tokenFile: '/etc/passwd' } }],
    ['a token file', { user: { 'token-file': '/etc/passwd' } }],
    ['a client certificate file', { user: { 'client-certificate': '/etc/passwd' } }],
    ['a client key file', { user: { 'client-key': '/etc/passwd' } }],
    ['a certificate authority file', { cluster: { 'certificate-authority': '/etc/passwd' } }],
  ])('that uses %s of this host is refused (%j)', async (what, parts) => {
    const error = await errorOf(credentialsFromKubeconfig(aKubeconfig({ server, ...parts })));
    expect(error.because).toBe(
      `the kubeconfig uses ${what}, refused because it comes from a Secret; embed the credentials`,
    );
  });

  test.each<[string, { cluster?: Record<string, unknown>; user?: Record<string, unknown> }]>([
    ['proxy-url', { cluster: { 'proxy-url': 'http://proxy' } }],
    ['as-groups', { user: { 'as-groups': ['system:masters'] } }],
    ['as-uid', { user: { 'as-uid': '1' } }],
    ['as-user-extra', { user: { 'as-user-extra': { a: ['b'] } } }],
  ])('that needs %s is refused rather than half obeyed', async (what, parts) => {
    const error = await errorOf(credentialsFromKubeconfig(aKubeconfig({ server, ...parts })));
    expect(error.because).toBe(`the kubeconfig uses ${what}, which isn't supported`);
  });

  test.each([
    ['empty text', '', 'not a kubeconfig: it is not an object'],
    ['prose', `hello ${canary}`, 'not a kubeconfig: it is not an object'],
    ['bytes', '\u0000\u0001', 'not a kubeconfig: it is not an object'],
    ['broken YAML', `users: [${canary}: {`, 'not a kubeconfig: it is not valid YAML'],
    ['a hundred thousand brackets', '['.repeat(100_000), 'not a kubeconfig: it is not valid YAML'],
    ['a list in a list in …', '- '.repeat(5_000), 'not a kubeconfig: it is not valid YAML'],
    ['two megabytes', `a: ${'x'.repeat(2 ** 21)}`, 'not a kubeconfig: it is not valid YAML'],
    ['another object', `token: ${canary}`, /^not a kubeconfig: current-context is missing/],
    [
      'no current context',
      aKubeconfig({ server }).replace('"current-context":"admin@demo"', '"current-context":""'),
      'the kubeconfig names no current context',
    ],
    [
      'an unknown context',
      aKubeconfig({ server }).replace('"current-context":"admin@demo"', '"current-context":"x"'),
      'the kubeconfig has no context "x"',
    ],
    [
      'a missing cluster',
      aKubeconfig({ server }).replace('"cluster":"demo"', '"cluster":"gone"'),
      'the kubeconfig has no cluster "gone"',
    ],
    [
      'a missing user',
      aKubeconfig({ server }).replace('"user":"admin"', '"user":"gone"'),
      'the kubeconfig has no user "gone"',
    ],
    [
      'a wrong type',
      aKubeconfig({ server, user: { token: [canary] } }),
      'not a kubeconfig: user.token is missing or of the wrong type',
    ],
    ['a foreign scheme', aKubeconfig({ server: 'ftp://x' }), /names a server that is no http/],
    ['no host', aKubeconfig({ server: 'https://' }), /names a server that is no http/],
    ['a token of two lines', aKubeconfig({ server, user: { token: `${canary}\nX: y` } }), /header/],
  ])('of %s is a typed error without its source', async (_, text, because) => {
    const open = async () => (await credentialsFromKubeconfig(text)).connection();
    const error = await errorOf(open());
    if (because instanceof RegExp) expect(error.because).toMatch(because);
    else expect(error.because).toBe(because);
    expect(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain(canary);
  });

  test('a refused one is not asked again: its text stays the same', async () => {
    const credentials = await credentialsFromKubeconfig(aKubeconfig({ server }));
    expect(credentials.refused(await credentials.connection())).toBe(false);
  });
});
