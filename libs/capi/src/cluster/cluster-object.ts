import { z } from 'zod';
import { Metadata, part } from '../kubernetes/index.js';

const Count = part(z.int().min(0).max(2147483647));

/** Replica counters of one group; Cluster API leaves them out until the group's object exists. */
export const ReplicaCounters = z.object({
  desiredReplicas: Count,
  replicas: Count,
  readyReplicas: Count,
  availableReplicas: Count,
  upToDateReplicas: Count,
  /** Only since Cluster API 1.14. */
  versions: part(z.array(z.object({ version: z.string(), replicas: Count }))),
});
export type ReplicaCounters = z.infer<typeof ReplicaCounters>;

const Condition = z.object({
  type: z.string(),
  status: z.string(),
  observedGeneration: part(z.int()),
});

const CidrBlocks = part(z.object({ cidrBlocks: part(z.array(z.string())) }));

/** What is read of a Cluster of `cluster.x-k8s.io/v1beta2`; everything else is dropped. */
export const ClusterObject = z.object({
  metadata: Metadata,
  spec: part(
    z.object({
      paused: part(z.boolean()),
      clusterNetwork: part(
        z.object({
          apiServerPort: part(z.int().min(1).max(65535)),
          pods: CidrBlocks,
          services: CidrBlocks,
          serviceDomain: part(z.string()),
        }),
      ),
      controlPlaneEndpoint: part(
        z.object({ host: part(z.string()), port: part(z.int().min(1).max(65535)) }),
      ),
    }),
  ),
  status: part(
    z.object({
      phase: part(z.string()),
      initialization: part(
        z.object({
          controlPlaneInitialized: part(z.boolean()),
          infrastructureProvisioned: part(z.boolean()),
        }),
      ),
      controlPlane: part(ReplicaCounters),
      workers: part(ReplicaCounters),
      conditions: part(z.array(Condition)),
    }),
  ),
});
export type ClusterObject = z.infer<typeof ClusterObject>;
