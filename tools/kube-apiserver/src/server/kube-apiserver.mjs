import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { startChild, until } from '../process/index.mjs';
import { connect } from './api.mjs';

/**
 * The service-account key pair and the users' tokens, made at the first start in `dir`. The TLS
 * certificate is the server's own doing, in `certificates`.
 */
export function prepare({ dir, tokens }) {
  const paths = {
    certificates: join(dir, 'certificates'),
    ca: join(dir, 'certificates', 'apiserver.crt'),
    serviceAccountKey: join(dir, 'service-account.key'),
    tokens: join(dir, 'tokens.csv'),
  };
  mkdirSync(paths.certificates, { recursive: true });
  if (!existsSync(paths.serviceAccountKey)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'sec1', format: 'pem' });
    writeFileSync(paths.serviceAccountKey, pem, { mode: 0o600 });
  }
  const users = [`${tokens.admin},admin,admin,"system:masters"`, `${tokens.nobody},nobody,nobody`];
  writeFileSync(paths.tokens, users.join('\n') + '\n', { mode: 0o600 });
  return paths;
}

/** Starts the server and waits until it is ready in its own judgement. */
export async function startApiServer({ assets, paths, port, etcdUrl, token, extraArgs }) {
  const child = startChild({
    command: join(assets, 'kube-apiserver'),
    args: [
      `--etcd-servers=${etcdUrl}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${paths.certificates}`,
      `--token-auth-file=${paths.tokens}`,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${paths.serviceAccountKey}`,
      `--service-account-signing-key-file=${paths.serviceAccountKey}`,
      '--service-cluster-ip-range=10.0.0.0/24',
      '--allow-privileged=true',
      '--endpoint-reconciler-type=none',
      // Without a controller manager no namespace has the service account that pods would need.
      '--disable-admission-plugins=ServiceAccount',
      ...extraArgs,
    ],
  });
  const url = `https://127.0.0.1:${port}`;
  try {
    const api = await until(() => readyApi({ url, token, paths }), {
      within: 60_000,
      because: 'kube-apiserver to be ready',
      giveUp: () => !child.running && new Error(`kube-apiserver ended:\n${tail(child)}`),
    });
    return { child, api, url };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

async function readyApi({ url, token, paths }) {
  if (!existsSync(paths.ca)) return undefined;
  const ca = readFileSync(paths.ca, 'utf8');
  const api = connect({ url, token, ca });
  try {
    const { status } = await api.ask({ path: '/readyz', timeout: 5_000 });
    if (status === 200) return { ...api, ca };
  } catch (error) {
    api.close();
    throw error;
  }
  api.close();
  return undefined;
}

const tail = (child) => child.output().trimEnd().split('\n').slice(-20).join('\n');
