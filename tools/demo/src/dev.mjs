/**
 * `npm run dev -- APP`: rebuilds and restarts one service of a stack whenever its sources or those of
 * the libraries change. The rest runs as `npm start` starts it.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, install } from './install.mjs';
import { root } from './paths.mjs';
import { say } from './progress.mjs';

const apps = ['api-gateway', 'cluster-api'];
const app = process.argv[2];
if (!apps.includes(app)) {
  process.stderr.write(`usage: npm run dev -- APP, where APP is one of ${apps.join(', ')}\n`);
  process.exit(2);
}

await install();
const { startStack } = await import('./stack.mjs');
const { Children } = await import('./children.mjs');

const children = await Children.afterCleaningUp();
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await children.stopAll();
    process.exit(0);
  });
}

const stack = await startStack(children, { port: 8080 });
stack.tell();

let changed = false;
let working = false;
for (const folder of [join(root, 'apps', app, 'src'), join(root, 'libs')]) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts') || file.includes('dist') || file.endsWith('.spec.ts')) return;
    changed = true;
    void rebuild();
  });
}

async function rebuild() {
  if (working || ending) return;
  working = true;
  while (changed) {
    changed = false;
    try {
      await build([`@slipway/${app}`]);
      await children.restart(app);
      say(`  ${app} runs anew`);
    } catch (error) {
      say(error.message);
    }
  }
  working = false;
}
