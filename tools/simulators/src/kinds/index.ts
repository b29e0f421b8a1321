import { type Kind } from '../api/index.js';
import { clusterApiKinds } from './cluster-api.js';
import { coreKinds } from './core.js';
import { kubeadmKinds } from './kubeadm.js';
import { vatesKinds } from './vates.js';
import { workloadKinds } from './workload.js';

/** Kinds that Cluster API and its providers add; their schemas accept nothing that the CRDs refuse. */
export const customKinds: readonly Kind[] = [...clusterApiKinds, ...kubeadmKinds, ...vatesKinds];

/** What a management cluster serves. */
export const managementKinds: readonly Kind[] = [...coreKinds, ...workloadKinds, ...customKinds];

/** What a workload cluster serves. */
export const workloadClusterKinds: readonly Kind[] = [...coreKinds, ...workloadKinds];
