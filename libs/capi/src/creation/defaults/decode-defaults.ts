import { ClusterDefaults } from './cluster-defaults.js';

/** A key of the ConfigMap and what is wrong with it; blocks are never quoted, they may hold secrets. */
export interface DefaultsFault {
  readonly key: string;
  readonly rule: string;
}

export type DecodedDefaults =
  { readonly defaults: ClusterDefaults } | { readonly faults: readonly DefaultsFault[] };

/** From a ConfigMap's `data`, which is undefined when it has none. All faults, in the order of the keys. */
export function decodeDefaults(
  data: Readonly<Record<string, string>> | undefined,
): DecodedDefaults {
  const { data: defaults, error } = ClusterDefaults.safeParse(data ?? {});
  if (defaults) return { defaults };
  const faults = error.issues.map(({ path: [key, ...inside], message }) => ({
    key: String(key),
    rule: inside.length === 0 ? message : `${inside.map(String).join('.')}: ${message}`,
  }));
  return { faults };
}
