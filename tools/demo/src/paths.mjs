import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** What a run leaves behind: logs, the simulated cluster's kubeconfig, process ids. */
export const state = join(root, '.slipway');
