import { isIP } from 'node:net';
import {
  defineSettings,
  kubernetesSettings,
  natsSettings,
  oneOf,
  operationsSettings,
  publicServerSettings,
  type Values,
  withoutEffect,
} from '@slipway/service';
import { z } from 'zod';

export const settings = defineSettings(
  {
    ...publicServerSettings,
    auth: {
      flag: '--auth',
      env: 'SLIPWAY_AUTH',
      schema: oneOf('none'),
      default: 'none',
      description: 'who may call; none lets every request through',
    },
    allowUnauthenticated: {
      flag: '--allow-unauthenticated',
      env: 'SLIPWAY_ALLOW_UNAUTHENTICATED',
      schema: z.boolean('must be true or false'),
      default: false,
      description: 'accept that --auth none listens beyond this machine',
    },
    ...withoutEffect(kubernetesSettings, 'the gateway never talks to Kubernetes; cluster-api does'),
    ...natsSettings,
    ...operationsSettings({ port: 9090 }),
  },
  [openOnlyOnPurpose],
);

export type GatewaySettings = Values<typeof settings.table>;

/** Without authentication the API hands out admin kubeconfigs: beyond loopback that takes a word. */
function openOnlyOnPurpose({
  address,
  auth,
  allowUnauthenticated,
}: {
  readonly address?: string | undefined;
  readonly auth?: string | undefined;
  readonly allowUnauthenticated?: boolean | undefined;
}): string | undefined {
  if (auth !== 'none' || allowUnauthenticated || address === undefined || isLoopback(address)) {
    return undefined;
  }
  return (
    '--address or SLIPWAY_ADDRESS reaches beyond this machine while nobody is authenticated: ' +
    'listen on 127.0.0.1, or say --auth none --allow-unauthenticated'
  );
}

function isLoopback(address: string): boolean {
  if (isIP(address) === 4) return address.startsWith('127.');
  return address === '::1' || address === 'localhost';
}
