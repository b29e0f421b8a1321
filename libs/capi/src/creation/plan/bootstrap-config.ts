import { type Block, isBlock } from '../defaults/index.js';
import { filled, type Values } from './placeholders.js';

/** The kubeadm configuration with its `preKubeadmCommands` filled in; all else as configured. */
export function bootstrapConfig(config: Block, values: Values): Block {
  const { preKubeadmCommands: commands } = config;
  if (!Array.isArray(commands)) return config;
  return {
    ...config,
    preKubeadmCommands: commands.map((command: unknown) =>
      typeof command === 'string' ? filled(command, values) : command,
    ),
  };
}

/**
 * The configuration with `address` among the API server's certificate names. Where a list or a mapping
 * should be and something else is, nothing is added: Kubernetes then names that field.
 */
export function withCertificateName(config: Block, address: string): Block {
  return changed(config, 'clusterConfiguration', (cluster) =>
    isNothing(cluster) || isBlock(cluster)
      ? changed(cluster ?? {}, 'apiServer', (server) =>
          isNothing(server) || isBlock(server)
            ? changed(server ?? {}, 'certSANs', (names) => added(names, address))
            : server,
        )
      : cluster,
  );
}

function changed(block: Block, key: string, change: (value: unknown) => unknown): Block {
  return { ...block, [key]: change(block[key]) };
}

function added(names: unknown, address: string): unknown {
  if (isNothing(names)) return [address];
  return Array.isArray(names) && !names.includes(address)
    ? [...(names as unknown[]), address]
    : names;
}

/** YAML reads a key with nothing behind it as null. */
function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
