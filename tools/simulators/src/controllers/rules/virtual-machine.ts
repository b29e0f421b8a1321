import { type KubeObject, type Tree } from '../../api/index.js';
import { uuidOf } from '../../demo-world/names.js';
import { textAt } from '../objects/index.js';
import { type Scene } from './scene.js';

/** The same for the same XOMachine, however often it is asked. */
export function virtualMachineOf(infrastructure: KubeObject) {
  const poolName = textAt(infrastructure, 'spec', 'poolName') ?? 'pool';
  return {
    poolId: textAt(infrastructure, 'spec', 'poolID') ?? uuidOf('pool', poolName),
    vmId: uuidOf('vm', infrastructure.metadata.uid ?? infrastructure.metadata.name),
  };
}

/** Of the network that the cluster's endpoint is in; the first that no other Machine of it has. */
export function addressOf({ infrastructure, infraMachines }: Scene, own: KubeObject): string {
  const host = textAt(infrastructure, 'spec', 'controlPlaneEndpoint', 'host') ?? '';
  const [, network] = /^(\d+\.\d+)\.\d+\.\d+$/.exec(host) ?? [];
  const all = [...infraMachines.values()];
  const taken = new Set(
    all.flatMap(({ status }) =>
      ((status?.['addresses'] ?? []) as Tree[]).map(({ address }) => String(address)),
    ),
  );
  // Several may start in one moment: each takes a free one of its own.
  const starting = all.filter(({ status }) => !status?.['addresses']);
  let place = Math.max(
    0,
    starting.findIndex(({ metadata }) => metadata.uid === own.metadata.uid),
  );
  for (let index = 100; ; index++) {
    const address = `${network ?? '10.99'}.${Math.floor(index / 250)}.${1 + (index % 250)}`;
    if (!taken.has(address) && place-- === 0) return address;
  }
}

/**
 * The guest's name, which the Node takes: the prefix, the cluster between it and the role, the Machine's
 * last word. Source: the Vates provider.
 */
export function guestNameOf(machine: KubeObject, infrastructure: KubeObject | undefined): string {
  const prefix = textAt(infrastructure, 'spec', 'namePrefix') ?? 'vates-';
  const [, head = '', role = ''] = /^(.*?)(-(?:cp|worker))?$/.exec(prefix) ?? [];
  const cluster = String(machine.spec?.['clusterName']);
  return `${head}${cluster}${role}-${machine.metadata.name.split('-').at(-1)}`;
}
