import { z } from 'zod';
import { logLevels } from '../logging/index.js';
import { absolutePath, dnsLabel, listenAddress, oneOf, port } from './schemas.js';
import { type SettingsTable } from './setting.js';

/** For every program that talks to Kubernetes, and for those that share its command line. */
export const kubernetesSettings = {
  kubeClient: {
    flag: '--kube-client',
    env: 'SLIPWAY_KUBE_CLIENT',
    schema: oneOf('kubeconfig', 'in-cluster'),
    default: 'kubeconfig',
    description: 'Kubernetes configuration source',
  },
  kubeconfig: {
    flag: '--kubeconfig',
    env: 'SLIPWAY_KUBECONFIG',
    schema: absolutePath,
    default: '$HOME/.kube/config',
    description: 'absolute kubeconfig path, used in kubeconfig mode',
  },
  namespace: {
    flag: '--namespace',
    short: '-n',
    env: 'SLIPWAY_NAMESPACE',
    schema: dnsLabel,
    default: 'default',
    description: 'namespace containing the Cluster API resources',
  },
} as const satisfies SettingsTable;

/** The public HTTP server. Loopback by default, since an open one needs a decision. */
export const publicServerSettings = {
  address: {
    flag: '--address',
    env: 'SLIPWAY_ADDRESS',
    schema: listenAddress,
    default: '127.0.0.1',
    description: 'HTTP server listen address',
  },
  port: {
    flag: '--port',
    short: '-p',
    env: 'SLIPWAY_PORT',
    schema: port,
    default: 8080,
    description: 'HTTP server listen port',
  },
  swaggerUi: {
    flag: '--swagger-ui',
    env: 'SLIPWAY_SWAGGER_UI',
    schema: oneOf('swagger', 'stoplight', 'disabled'),
    default: 'stoplight',
    description: 'OpenAPI interface; the specification itself is always served',
  },
} as const satisfies SettingsTable;

const natsRule = 'must be a nats:// or tls:// URL without user and password';
export const natsSettings = {
  natsUrl: {
    flag: '--nats-url',
    env: 'SLIPWAY_NATS_URL',
    schema: z.string(natsRule).refine(isNatsUrl, natsRule),
    default: 'nats://127.0.0.1:4222',
    description: 'NATS server',
  },
} as const satisfies SettingsTable;

function isNatsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (protocol === 'nats:' || protocol === 'tls:') && hostname !== '' && !username && !password;
}

const logLevel = {
  flag: '--log-level',
  env: 'SLIPWAY_LOG_LEVEL',
  schema: oneOf(...logLevels),
  default: 'info',
  description: 'least level that is logged',
} as const;

/** Health and metrics on a second port, and the log. Containers set the address to 0.0.0.0. */
export function operationsSettings(own: { readonly port: number }) {
  return {
    opsAddress: {
      flag: '--ops-address',
      env: 'SLIPWAY_OPS_ADDRESS',
      schema: listenAddress,
      default: '127.0.0.1',
      description: 'listen address for /livez, /readyz and /metrics',
    },
    opsPort: {
      flag: '--ops-port',
      env: 'SLIPWAY_OPS_PORT',
      schema: port,
      default: own.port,
      description: 'listen port for /livez, /readyz and /metrics',
    },
    logLevel,
  } as const satisfies SettingsTable;
}

export type OperationsTable = ReturnType<typeof operationsSettings>;
