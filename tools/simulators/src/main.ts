import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startWorld } from './demo-world/index.js';
import { readOptions, usage } from './options.js';

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}

async function main(): Promise<void> {
  const { dir, world: options } = readOptions(process.argv.slice(2));
  if (dir === undefined) return void process.stdout.write(usage);
  const world = await startWorld(options);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void world.close().then(() => process.exit(0)));
  const kubeconfig = resolve(dir, 'kubeconfig');
  await mkdir(dir, { recursive: true });
  await writeFile(kubeconfig, world.kubeconfig, { mode: 0o600 });
  // The mode above counts only for a new file.
  await chmod(kubeconfig, 0o600);
  const { url } = world.management;
  process.stdout.write(`${JSON.stringify({ ready: true, simulated: true, kubeconfig, url })}\n`);
}
