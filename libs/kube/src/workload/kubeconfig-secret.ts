import { z } from 'zod';
import { type KubeRest, resourcePath, StatusError } from '../rest/index.js';
import { WorkloadError, workloadError } from './workload-error.js';

const secrets = { group: '', version: 'v1', plural: 'secrets' };

const KubeconfigSecret = z.object({ data: z.object({ value: z.base64().min(1) }) });

/**
 * The kubeconfig that Cluster API keeps for a cluster, from the Secret `<cluster>-kubeconfig`. Read for
 * each operation, so that a rotation takes effect with the next one.
 *
 * @throws WorkloadError when it is missing, empty or can't be read; the signal's reason
 */
export async function readKubeconfigSecret({
  rest,
  namespace,
  cluster,
  signal,
}: {
  readonly rest: Pick<KubeRest, 'get'>;
  readonly namespace: string;
  readonly cluster: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<string> {
  const name = `${cluster}-kubeconfig`;
  const secret = await rest
    .get(resourcePath(secrets, { namespace, name }), { signal })
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw secretError(name, error);
    });
  const value = KubeconfigSecret.safeParse(secret).data?.data.value;
  if (value === undefined)
    throw new WorkloadError(`kubeconfig Secret "${name}" holds no kubeconfig`);
  return Buffer.from(value, 'base64').toString('utf8');
}

function secretError(name: string, error: unknown): unknown {
  if (error instanceof StatusError && error.code === 404) {
    return new WorkloadError(`kubeconfig Secret "${name}" missing`, error);
  }
  const known = workloadError(error);
  if (!known) return error;
  return new WorkloadError(`kubeconfig Secret "${name}" can't be read: ${known.because}`, error);
}
