import { isAbsolute, resolve } from 'node:path';
import type { KubeConfig } from './client-node.js';
import type { ChosenContext, ExecEntry, UserEntry } from './kubeconfig-file.js';
import { KubeconfigError } from './kubeconfig-error.js';

/**
 * Client-node's KubeConfig for one context, in its own field names. We read the file, not client-node:
 * its reader ignores `tokenFile` and leaves relative paths to the working directory.
 */
export async function kubeConfigOf(
  { cluster, user }: ChosenContext,
  { folder }: { folder: string },
): Promise<KubeConfig> {
  const { KubeConfig } = await import('./client-node.js');
  const path = (file: string | null | undefined) => (file ? resolve(folder, file) : undefined);
  const server = serverUrl(cluster.server);
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [
      {
        name: 'cluster',
        server,
        caData: cluster['certificate-authority-data'] ?? undefined,
        caFile: path(cluster['certificate-authority']),
        tlsServerName: cluster['tls-server-name'] ?? undefined,
        // Client-node refuses plain http unless told that TLS doesn't matter, which there it doesn't.
        skipTLSVerify: cluster['insecure-skip-tls-verify'] === true || server.startsWith('http:'),
      },
    ],
    users: [
      {
        name: 'user',
        certData: user['client-certificate-data'] ?? undefined,
        certFile: path(user['client-certificate']),
        keyData: user['client-key-data'] ?? undefined,
        keyFile: path(user['client-key']),
        // A file's token wins over the one beside it, which is a snapshot (client-go's rule).
        token: user.tokenFile ? undefined : (user.token ?? undefined),
        username: user.username ?? undefined,
        password: user.password ?? undefined,
        impersonateUser: user.as ?? undefined,
        exec: user.exec ? execOf(user.exec, folder) : undefined,
        authProvider: authProviderOf(user, path),
      },
    ],
    contexts: [{ name: 'context', cluster: 'cluster', user: 'user' }],
    currentContext: 'context',
  });
  return config;
}

/** Absolute http(s) URL without trailing slash. */
function serverUrl(server: string): string {
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new KubeconfigError('the kubeconfig names a server that is no http(s) URL');
  }
  return server.replace(/\/+$/, '');
}

/** A command with a slash is relative to the kubeconfig; one without is looked up on PATH. */
function execOf(exec: ExecEntry, folder: string) {
  const { command, args, env } = exec;
  const request = {
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false },
  };
  return {
    command: command.includes('/') && !isAbsolute(command) ? resolve(folder, command) : command,
    args: args ?? [],
    env: [...(env ?? []), { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(request) }],
  };
}

function authProviderOf(user: UserEntry, path: (file: string) => string | undefined) {
  if (user.tokenFile) return { name: 'tokenFile', config: { tokenFile: path(user.tokenFile) } };
  return user['auth-provider'] ?? undefined;
}
