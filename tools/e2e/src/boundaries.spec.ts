import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const forbidden = [
  {
    scenario: 'the domain imports a platform library',
    file: 'libs/capi/src/x.ts',
    imported: '@slipway/kube',
    rule: /A project tagged with "type:domain" can only depend on libs tagged with/,
  },
  {
    scenario: 'the domain reads files',
    file: 'libs/capi/src/x.ts',
    imported: 'node:fs',
    rule: /no I\/O here/,
  },
  {
    scenario: 'a project reaches into another by path',
    file: 'libs/bus/src/x.ts',
    imported: '../../service/src/index.js',
    rule: /Projects should use .*aliases or full paths|Projects cannot be imported by a relative or absolute path/,
  },
  {
    scenario: 'an app imports an app',
    file: 'apps/api-gateway/src/x.ts',
    imported: '../../cluster-api/src/settings.js',
    rule: /Projects cannot be imported by a relative or absolute path/,
  },
  {
    scenario: 'an app imports an app by its name',
    file: 'apps/api-gateway/src/http/x.ts',
    imported: '@slipway/cluster-api',
    rule: /an app is a program, not a library/,
  },
  {
    scenario: 'an app imports what tests use',
    file: 'apps/api-gateway/src/x.ts',
    imported: '@slipway/testing',
    rule: /A project tagged with "type:app" can only depend on libs tagged with/,
  },
  {
    scenario: "a feature reaches into another's insides",
    file: 'apps/cluster-api/src/nodes/x.ts',
    imported: '../clusters/cluster-manager.js',
    rule: /a feature's door is its index\.ts/,
  },
];
const allowed = { file: 'libs/capi/src/x.ts', imported: '@slipway/contracts' };

describe('the lint', () => {
  let complaints: readonly (readonly string[])[];

  beforeAll(async () => {
    // Without nx's cached project graph the boundary rule is skipped, and lint passes. Nx itself has one.
    if (!process.env['NX_TASK_TARGET_PROJECT'])
      await node(['node_modules/nx/dist/bin/nx.js', 'show', 'projects']);
    complaints = await lint([...forbidden, allowed]);
  }, 60_000);

  test.each(forbidden.map((each, index) => ({ ...each, index })))(
    'forbids that $scenario',
    ({ index, rule }) => {
      expect(complaints[index]).toEqual([expect.stringMatching(rule)]);
    },
  );

  test('allows that the domain imports the contracts', () => {
    expect(complaints[forbidden.length]).toEqual([]);
  });
});

/** The errors in a source of one import, for each of them: one process, since ESLint is slow to load. */
async function lint(
  sources: readonly { readonly file: string; readonly imported: string }[],
): Promise<readonly (readonly string[])[]> {
  const program = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const complaints = [];
    for (const { file, imported } of ${JSON.stringify(sources)}) {
      const source = "export * from '" + imported + "';\\n";
      const [result] = await eslint.lintText(source, { filePath: file, warnIgnored: true });
      complaints.push(result.messages.map(({ message }) => message));
    }
    console.log(JSON.stringify(complaints));`;
  const output = await node(['--input-type=module', '--eval', program]);
  return JSON.parse(output.trim().split('\n').at(-1)!) as string[][];
}

/** Runs Node at the root of the workspace; gives what it wrote and rejects when it failed. */
function node(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}
