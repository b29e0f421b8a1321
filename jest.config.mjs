/** One configuration for every project: Jest in native ESM, TypeScript compiled by swc. */
export default {
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/.nx/', '/.tools/', '/.slipway/'],
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', '@slipway/source'] },
  workerIdleMemoryLimit: '512MB',
  testTimeout: 30_000,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'es6' },
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true },
        },
      },
    ],
  },
};
