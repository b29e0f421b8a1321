import { manifestOf, type KubernetesObject } from '@slipway/capi/builders';
import { type KubeObject, type KubeObjects } from '@slipway/testing';

/** Applies what builders describe, each object in the given namespace unless it has none. */
export async function applyAll(
  objects: KubeObjects,
  namespace: string | undefined,
  described: readonly KubernetesObject[],
): Promise<KubeObject[]> {
  const applied: KubeObject[] = [];
  for (const each of described) {
    const manifest = manifestOf(each);
    const metadata =
      namespace === undefined
        ? withoutNamespace(manifest.metadata)
        : { ...manifest.metadata, namespace };
    applied.push(await objects.create({ ...manifest, metadata } as unknown as KubeObject));
  }
  return applied;
}

function withoutNamespace<T extends { namespace?: string }>({ namespace: _, ...rest }: T) {
  return rest;
}
