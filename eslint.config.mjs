import { readdirSync } from 'node:fs';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** What a project of one type may import: other projects by type, npm packages where limited. */
const may = (type, to, more = {}) => ({
  sourceTag: `type:${type}`,
  onlyDependOnLibsWithTags: to.map((t) => `type:${t}`),
  ...more,
});

const boundaries = (depConstraints) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    { enforceBuildableLibDependency: false, depConstraints },
  ],
});

const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const noNode = { regex: '^node:', message: 'no I/O here: contracts and domain are pure' };
const featureDoor = {
  regex: '^\\.\\./(?!http/)[^/]+/(?!index\\.js$)',
  message: "a feature's door is its index.ts",
};

/** The boundary rule is silent about an app imported by name. */
const noApp = {
  regex: `^@slipway/(${readdirSync(new URL('apps', import.meta.url)).join('|')})(/|$)`,
  message: 'an app is a program, not a library',
};

const library = ['contract', 'domain', 'platform', 'adapter'];

/** Globals that hide a wait or a leak; each has a named replacement. */
const bans = [
  {
    selector: "CallExpression[callee.object.name='AbortSignal'][callee.property.name='any']",
    message: 'AbortSignal.any leaks on Node 20 beside a long-lived signal; use linked()',
  },
  {
    selector: "CallExpression[callee.name='setTimeout']",
    message: 'time comes from the injected Clock',
  },
  {
    selector: "CallExpression[callee.name='setInterval']",
    message: 'time comes from the injected Clock',
  },
];

export default [
  { ignores: ['**/dist/**', '**/.nx/**', '**/.tools/**', '**/.slipway/**', '**/assets/**'] },
  ...tseslint.configs.recommended,
  {
    plugins: { '@nx': nx },
    files: ['**/*.ts', '**/*.mjs', '**/*.mts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
      ...boundaries([
        may('contract', ['contract'], { allowedExternalImports: ['zod'] }),
        may('domain', ['domain', 'contract'], { allowedExternalImports: ['uuid', 'yaml', 'zod'] }),
        may('platform', ['platform', 'contract']),
        may('adapter', ['domain', 'platform', 'contract']),
        may('app', library),
        may('testing', ['testing', 'tool']),
        may('tool', [...library, 'testing', 'tool']),
      ]),
    },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/testing/**', 'libs/service/src/clock/**'],
    rules: { 'no-restricted-syntax': ['error', ...bans] },
  },
  {
    files: ['libs/{contracts,capi}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: restrict(noNode, noApp),
  },
  {
    files: ['apps/*/src/*.ts', 'libs/!(contracts|capi)/src/**/*.ts'],
    rules: restrict(noApp),
  },
  {
    files: ['apps/*/src/*/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: restrict(featureDoor, noApp),
  },
  {
    files: ['**/*.spec.ts'],
    rules: boundaries([{ sourceTag: '*', onlyDependOnLibsWithTags: ['*'] }]),
  },
  { files: ['tools/**'], rules: { 'no-console': 'off' } },
];
