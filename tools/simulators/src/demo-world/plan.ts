/** What one simulated cluster is like. */
export interface ClusterPlan {
  readonly name: string;
  readonly description?: string;
  /** With `v`. */
  readonly version: string;
  readonly controlPlanes: number;
  readonly workers: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdBy?: string;
  /** Second and third byte of its addresses: `10.<site>.0.0/16`. */
  readonly site: number;
  /** How long ago it was created. */
  readonly ageDays: number;
}

const named: readonly Omit<ClusterPlan, 'controlPlanes' | 'workers'>[] = [
  {
    name: 'atlas',
    description: 'Production services of the platform team',
    version: 'v1.36.8',
    tags: { environment: 'production', team: 'platform' },
    createdBy: 'a3f1c9d2-5b7e-4c1a-9d3f-6e2b8a7c4d10',
    site: 30,
    ageDays: 61,
  },
  {
    name: 'borealis',
    description: 'Staging: the next release runs here first',
    version: 'v1.36.9',
    tags: { environment: 'staging' },
    createdBy: 'a3f1c9d2-5b7e-4c1a-9d3f-6e2b8a7c4d10',
    site: 31,
    ageDays: 34,
  },
  { name: 'cirrus', version: 'v1.35.4', tags: {}, site: 32, ageDays: 9 },
];

/** The first three clusters have names and stories; further ones are numbered. */
export function planClusters({
  clusters = 3,
  controlPlanes = 3,
  workers = 5,
}: {
  readonly clusters?: number;
  readonly controlPlanes?: number;
  readonly workers?: number;
} = {}): ClusterPlan[] {
  return Array.from({ length: clusters }, (_, index) => ({
    ...(named[index] ?? {
      name: `cluster-${String(index + 1).padStart(4, '0')}`,
      version: 'v1.36.8',
      tags: { environment: 'bench' },
      site: 33 + (index % 200),
      ageDays: 1 + (index % 90),
    }),
    controlPlanes,
    workers,
  }));
}
