import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { go, goIsMissing } from './go.mjs';

const bases = 'config/crd/bases';
const places = [
  join('core', bases), // 1.14 on
  bases, // up to 1.13
  join('controlplane/kubeadm', bases),
  join('bootstrap/kubeadm', bases),
];

/** Shapes: index.d.mts. */
export async function findClusterApiCrds(version) {
  const folder = `cluster-api-${version}`;
  if (await goIsMissing([folder])) return undefined;
  const { Dir: sources } = JSON.parse(
    await go(folder, ['mod', 'download', '-json', 'sigs.k8s.io/cluster-api']),
  );
  const folders = places.map((place) => join(sources, place)).filter((path) => existsSync(path));
  return folders.flatMap(yamlFiles);
}

/** Our own CRDs of the Vates infrastructure kinds: XOCluster, XOMachine and their templates. */
export function xoCrds() {
  return yamlFiles(fileURLToPath(new URL('../../crds', import.meta.url)));
}

export function yamlFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(folder, name));
}
