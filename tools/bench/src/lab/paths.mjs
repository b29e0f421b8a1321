import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** What a run makes: bundled actors, logs, kubeconfigs. */
export const made = join(root, 'tools/bench/dist');
export const actors = join(made, 'actors');
export const bundleOf = (project) => join(root, project, 'dist/bundle/main.js');
