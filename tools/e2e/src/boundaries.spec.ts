import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('a forbidden import fails the lint', () => {
  beforeAll(() => {
    // Without nx's cached project graph the boundary rule is skipped, and lint passes.
    spawnSync(process.execPath, ['node_modules/nx/bin/nx.js', 'show', 'projects'], { cwd: root });
  }, 60_000);

  test.each([
    [
      'the domain imports a platform library',
      'libs/capi/src/x.ts',
      '@slipway/kube',
      /A project tagged with "type:domain" can only depend on libs tagged with/,
    ],
    ['the domain reads files', 'libs/capi/src/x.ts', 'node:fs', /no I\/O here/],
    [
      'a project reaches into another by path',
      'libs/bus/src/x.ts',
      '../../service/src/index.js',
      /Projects should use .*aliases or full paths|Projects cannot be imported by a relative or absolute path/,
    ],
    [
      'an app imports an app',
      'apps/api-gateway/src/x.ts',
      '../../cluster-api/src/settings.js',
      /Projects cannot be imported by a relative or absolute path/,
    ],
    [
      'an app imports what tests use',
      'apps/api-gateway/src/x.ts',
      '@slipway/testing',
      /A project tagged with "type:app" can only depend on libs tagged with/,
    ],
    [
      "a feature reaches into another's insides",
      'apps/cluster-api/src/nodes/x.ts',
      '../clusters/cluster-manager.js',
      /a feature's door is its index\.ts/,
    ],
  ])('when %s', async (_case, file, imported, rule) => {
    const complaint = await lint(file, `export * from '${imported}';\n`);
    expect(complaint.output).toMatch(rule);
    expect(complaint.code).toBe(1);
  });

  test('and an allowed one passes', async () => {
    const { code, output } = await lint(
      'libs/capi/src/x.ts',
      "export * from '@slipway/contracts';\n",
    );
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: '' });
  });
});

function lint(file: string, source: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const eslint = spawn(
      process.execPath,
      ['node_modules/eslint/bin/eslint.js', '--stdin', '--stdin-filename', file],
      { cwd: root },
    );
    let output = '';
    eslint.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    eslint.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
    eslint.once('error', reject);
    eslint.once('close', (code) => resolve({ code, output }));
    eslint.stdin.end(source);
  });
}
