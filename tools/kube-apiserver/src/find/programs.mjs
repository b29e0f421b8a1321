import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFolder } from './go.mjs';

export const kubernetesVersion = '1.34.4';

const [major, minor] = kubernetesVersion.split('.');
const stamp = 'k8s.io/component-base/version';

/** Without the stamps the server says v0.0.0 at /version. */
const kubernetesFlags = [
  `-X ${stamp}.gitVersion=v${kubernetesVersion}`,
  `-X ${stamp}.gitMajor=${major}`,
  `-X ${stamp}.gitMinor=${minor}`,
].join(' ');

/** What is built, in this order, and from which module folder. */
export const programs = [
  { name: 'etcd', folder: 'etcd', main: 'go.etcd.io/etcd/server/v3', flags: '' },
  {
    name: 'kube-apiserver',
    folder: 'kubernetes',
    main: 'k8s.io/kubernetes/cmd/kube-apiserver',
    flags: kubernetesFlags,
  },
  {
    name: 'kubectl',
    folder: 'kubernetes',
    main: 'k8s.io/kubernetes/cmd/kubectl',
    flags: kubernetesFlags,
  },
];

export const programFolders = [...new Set(programs.map(({ folder }) => folder))];

/** Names one result of building: other sources, flags or machine, other name. */
export function buildName() {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([programs, process.platform, process.arch]));
  for (const folder of programFolders)
    for (const file of ['go.mod', 'go.sum'])
      hash.update(readFileSync(join(moduleFolder(folder), file)));
  return `${kubernetesVersion}-${hash.digest('hex').slice(0, 16)}`;
}
