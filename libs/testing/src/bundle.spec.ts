import { expect, test } from '@jest/globals';
import { startBundle } from './bundle.js';

test('a bundle that was not built is an error that says how to build it', () => {
  expect(() => startBundle('apps/nowhere')).toThrow(
    'apps/nowhere has no bundle; build it: node tools/build/src/bundle.mjs apps/nowhere',
  );
});
