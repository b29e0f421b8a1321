import { exactInteger, type Volume } from '@slipway/contracts';
import { z } from 'zod';
import { goTime, known, Metadata, part } from '../kubernetes/index.js';
import { type AttachedNode } from './attachments.js';
import { nodeAffinity, NodeSelectorTermObject } from './node-affinity.js';
import { parseQuantity } from './quantity.js';
import { volumeSource } from './source.js';

const PersistentVolumeObject = z.object({
  metadata: Metadata.pick({ name: true, creationTimestamp: true }),
  // Loose, since the source stands under the name of its type.
  spec: z.looseObject({
    capacity: part(z.object({ storage: part(z.string()) })),
    accessModes: part(z.array(z.string())),
    persistentVolumeReclaimPolicy: part(z.string()),
    storageClassName: part(z.string()),
    volumeMode: part(z.string()),
    claimRef: part(z.object({ namespace: z.string().min(1), name: z.string().min(1) })),
    nodeAffinity: part(
      z.object({
        required: part(z.object({ nodeSelectorTerms: part(z.array(NodeSelectorTermObject)) })),
      }),
    ),
  }),
  status: part(z.object({ phase: part(z.string()) })),
});

/**
 * Reads a PersistentVolume as the API server sends it, with the Nodes it is attached to; undefined for
 * what is not one. A capacity that is missing, negative or unreadable is 0.
 */
export function projectVolume(
  raw: unknown,
  attached: ReadonlyMap<string, AttachedNode[]>,
): Volume | undefined {
  const { data: volume } = PersistentVolumeObject.safeParse(raw);
  if (volume === undefined) return undefined;
  const { metadata, spec, status } = volume;
  return known({
    name: metadata.name,
    capacity_bytes: exactInteger(capacity(spec.capacity?.storage)),
    phase: status?.phase || 'Pending',
    reclaim_policy: spec.persistentVolumeReclaimPolicy || undefined,
    storage_class: spec.storageClassName || undefined,
    access_modes: spec.accessModes ?? [],
    volume_mode: spec.volumeMode || 'Filesystem',
    created_at: goTime(metadata.creationTimestamp),
    claim: spec.claimRef,
    source: volumeSource(spec),
    attached_nodes: attached.get(metadata.name) ?? [],
    node_affinity: nodeAffinity(spec.nodeAffinity?.required?.nodeSelectorTerms),
  });
}

function capacity(storage: string | undefined): bigint {
  const bytes = parseQuantity(storage ?? '') ?? 0n;
  return bytes > 0n ? bytes : 0n;
}
