import {
  boolean,
  dateTime,
  filled,
  int32,
  list,
  map,
  object,
  oneOf,
  string,
  text,
  type Schema,
} from '../api/index.js';
import { seconds } from './cluster-api-parts.js';

/** A list of short texts, never present and empty. */
const texts = (maxItems: number, maxLength: number): Schema =>
  list(text(maxLength), { minItems: 1, maxItems });

const shellCommands: Schema = texts(1000, 10240);

/** Arguments by name; each name once. */
const args: Schema = list(object({ 'name!': text(256), 'value!': string({ maxLength: 1024 }) }), {
  minItems: 1,
  maxItems: 100,
  uniqueBy: ['name'],
});

const environment: Schema = list(object({ 'name!': string(), value: string() }), {
  minItems: 1,
  maxItems: 100,
});

const component = {
  extraArgs: args,
  extraEnvs: environment,
  extraVolumes: list(
    object({
      'name!': text(512),
      'hostPath!': text(512),
      'mountPath!': text(512),
      readOnly: boolean,
      pathType: string(),
    }),
    { minItems: 1, maxItems: 100 },
  ),
} as const;

const image = { imageRepository: text(512), imageTag: text(256) } as const;
const path = text(512);

const clusterConfiguration: Schema = filled({
  etcd: filled({
    local: filled({
      ...image,
      dataDir: path,
      extraArgs: args,
      extraEnvs: environment,
      serverCertSANs: texts(100, 253),
      peerCertSANs: texts(100, 253),
    }),
    external: object({
      'endpoints!': texts(50, 512),
      'caFile!': path,
      'certFile!': path,
      'keyFile!': path,
    }),
  }),
  controlPlaneEndpoint: text(512),
  apiServer: filled({ ...component, certSANs: texts(100, 253) }),
  controllerManager: filled(component),
  scheduler: filled(component),
  dns: filled(image),
  certificatesDir: path,
  imageRepository: text(512),
  featureGates: map(boolean),
  certificateValidityPeriodDays: int32({ minimum: 1, maximum: 1095 }),
  caCertificateValidityPeriodDays: int32({ minimum: 1, maximum: 36500 }),
  encryptionAlgorithm: oneOf('ECDSA-P256', 'ECDSA-P384', 'RSA-2048', 'RSA-3072', 'RSA-4096'),
});

const nodeRegistration: Schema = filled({
  name: text(253),
  criSocket: text(512),
  taints: list(
    object({ 'key!': string(), value: string(), 'effect!': string(), timeAdded: dateTime }),
    { maxItems: 100 },
  ),
  kubeletExtraArgs: args,
  ignorePreflightErrors: texts(50, 512),
  imagePullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
  imagePullSerial: boolean,
});

const localAPIEndpoint: Schema = filled({
  advertiseAddress: text(39),
  bindPort: int32({ minimum: 1 }),
});

/** What init and join share. */
const phase = {
  nodeRegistration,
  skipPhases: texts(50, 256),
  patches: filled({ directory: path }),
  timeouts: filled({
    controlPlaneComponentHealthCheckSeconds: seconds,
    discoverySeconds: seconds,
    etcdAPICallSeconds: seconds,
    kubeletHealthCheckSeconds: seconds,
    kubernetesAPICallSeconds: seconds,
    tlsBootstrapSeconds: seconds,
  }),
} as const;

const initConfiguration: Schema = filled({
  ...phase,
  localAPIEndpoint,
  bootstrapTokens: list(
    object({
      'token!': text(23),
      description: text(512),
      ttlSeconds: seconds,
      expires: dateTime,
      usages: texts(100, 256),
      groups: texts(100, 256),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});

const joinConfiguration: Schema = filled({
  ...phase,
  caCertPath: path,
  controlPlane: object({ localAPIEndpoint }),
  discovery: filled({
    bootstrapToken: filled({
      token: text(512),
      apiServerEndpoint: text(512),
      caCertHashes: texts(100, 512),
      unsafeSkipCAVerification: boolean,
    }),
    tlsBootstrapToken: text(512),
  }),
});

const secretKey: Schema = object({
  'secret!': object({ 'name!': text(253), 'key!': text(256) }),
});

/** KubeadmConfigSpec without disk partitions and discovery by file, which no example uses. */
export const kubeadmConfigSpec: Schema = filled({
  clusterConfiguration,
  initConfiguration,
  joinConfiguration,
  files: list(
    object({
      'path!': path,
      owner: text(256),
      permissions: text(16),
      encoding: oneOf('base64', 'gzip', 'gzip+base64'),
      append: boolean,
      content: text(10240),
      contentFormat: oneOf('Raw', 'Template'),
      contentFrom: secretKey,
    }),
    { minItems: 1, maxItems: 200 },
  ),
  mounts: list(texts(100, 512), { minItems: 1, maxItems: 100 }),
  bootCommands: shellCommands,
  preKubeadmCommands: shellCommands,
  postKubeadmCommands: shellCommands,
  users: list(
    object({
      'name!': text(256),
      gecos: text(256),
      groups: text(256),
      homeDir: text(256),
      inactive: boolean,
      lockPassword: boolean,
      passwd: text(256),
      passwdFrom: secretKey,
      primaryGroup: text(256),
      shell: text(256),
      sshAuthorizedKeys: list(text(2048), { maxItems: 100 }),
      sudo: text(256),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  ntp: filled({ enabled: boolean, servers: list(text(512), { maxItems: 100 }) }),
  format: oneOf('cloud-config', 'ignition'),
  verbosity: int32(),
});
