import { type KubeObject } from '../../api/index.js';
import { annotationOf, annotations, compareVersions, partsOf, textAt } from '../objects/index.js';
import { type Scene } from './scene.js';

/**
 * Why a MachineSet may not add Machines now, one line each: the control plane is being built or upgraded,
 * or the versions don't go together. Source: Cluster API, MachineSet preflight checks.
 */
export function preflight({ controlPlane, namespace }: Scene, set: KubeObject): readonly string[] {
  const skipped = (annotationOf(set, annotations.skipPreflight) ?? '').split(',');
  const wanted = textAt(controlPlane, 'spec', 'version');
  if (!controlPlane || wanted === undefined || skipped.includes('All')) return [];
  const failed: string[] = [];
  const check = (name: string, text: string | undefined) => {
    if (text !== undefined && !skipped.includes(name))
      failed.push(`${text} ("${name}" preflight check failed)`);
  };
  const called = `${controlPlane.kind} ${namespace}/${controlPlane.metadata.name}`;
  check('ControlPlaneIsStable', instability(controlPlane, wanted, called));
  const version = textAt(set, 'spec', 'template', 'spec', 'version');
  if (version === undefined) return failed;
  const [, minor = 0] = partsOf(version);
  const [, controlPlaneMinor = 0] = partsOf(wanted);
  const both = `MachineSet version (${bare(version)}) and ControlPlane version (${bare(wanted)}) do not conform to`;
  if (minor > controlPlaneMinor || minor < controlPlaneMinor - 3)
    check(
      'KubernetesVersionSkew',
      minor > controlPlaneMinor
        ? `${both} the kubernetes version skew policy as MachineSet version is higher than ControlPlane version`
        : `${both} the kubernetes version skew policy as MachineSet version is more than 3 minor versions older than the ControlPlane version`,
    );
  const bootstrap = textAt(set, 'spec', 'template', 'spec', 'bootstrap', 'configRef', 'kind');
  if (bootstrap === 'KubeadmConfigTemplate' && minor !== controlPlaneMinor)
    check(
      'KubeadmVersionSkew',
      `${both} kubeadm version skew policy as kubeadm only supports joining with the same major+minor version as the control plane`,
    );
  return failed;
}

function instability(controlPlane: KubeObject, wanted: string, called: string) {
  const has = textAt(controlPlane, 'status', 'version');
  if (has === undefined) return `${called} is provisioning`;
  return compareVersions(has, wanted) < 0 ? `${called} is upgrading` : undefined;
}

const bare = (version: string): string => version.replace(/^v/, '');
