import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { build } from './build.mjs';
import { goIsMissing } from './go.mjs';
import { buildName, programFolders, programs } from './programs.mjs';

/** Shapes and the order of search: index.d.mts. */
export async function findKubernetes({ build: mayBuild, onProgress = () => undefined }) {
  const given = process.env.KUBEBUILDER_ASSETS;
  if (given) {
    const absent = programs.filter(({ name }) => !isProgram(join(given, name)));
    if (absent.length === 0) return given;
    const names = absent.map(({ name }) => name).join(', ');
    throw new Error(`KUBEBUILDER_ASSETS names a folder without ${names}; correct or unset it`);
  }
  const onPath = folderOnPath();
  if (onPath) return onPath;

  const folder = join(cacheFolder(), buildName());
  if (existsSync(folder)) return folder;
  if (!mayBuild) return undefined;
  const missing = await goIsMissing(programFolders);
  if (missing) {
    onProgress(`no Kubernetes API server, and none can be built: ${missing}`);
    return undefined;
  }
  onProgress('building a Kubernetes API server once for this machine; about 10 minutes');
  await build({ folder, onProgress });
  return folder;
}

/** Outside the work tree, so that a second clone finds what the first has built. */
function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'slipway', 'kubernetes');
}

/** All three in one folder of PATH: a mixture of two installations fits together by chance only. */
function folderOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.find((folder) => programs.every(({ name }) => isProgram(join(folder, name))));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
