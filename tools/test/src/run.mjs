/**
 * All checks and tests: `npm test [-- PROJECT…]`, `npm run test:long`. Brings up the real servers first;
 * its last line is the count.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('../../../', import.meta.url)));
if (!existsSync('node_modules')) {
  console.error('node_modules is missing; install first: npm ci');
  process.exit(1);
}
await import('./main.mjs');
