import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Clock, systemClock } from '@slipway/service';
import { ClientNodeCredentials } from './client-node-credentials.js';
import type { Credentials } from './credentials.js';
import { kubeConfigOf } from './kube-config.js';
import { type ChosenContext, chosenContext } from './kubeconfig-file.js';
import { KubeconfigError } from './kubeconfig-error.js';
import { refuseLocal, refuseUnsupported } from './trust.js';

/**
 * Credentials of a kubeconfig that a Secret held, used in memory. Exec plugins, auth-providers and
 * paths to files are refused; `insecure-skip-tls-verify` is honoured, since it says so itself.
 */
export function credentialsFromKubeconfig(
  yamlText: string,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<Credentials> {
  const load = async () => {
    const context = chosenContext(yamlText);
    refuseUnsupported(context);
    refuseLocal(context);
    return kubeConfigOf(context, { folder: '/' });
  };
  return ClientNodeCredentials.open({ load, what: 'the kubeconfig', renewable: false }, clock);
}

/**
 * Credentials of a kubeconfig file that an operator named: exec plugins, auth-providers and files are
 * used, relative paths are relative to the file. Read again after a 401 and while the server
 * can't be reached, so that a file renewed in place takes effect.
 */
export async function credentialsFromFile(
  file: string,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<Credentials> {
  const path = resolve(file);
  const context = await read(path);
  const load = async () => kubeConfigOf(await read(path), { folder: dirname(path) });
  return ClientNodeCredentials.open({ load, what: providerOf(context), renewable: true }, clock);
}

async function read(path: string): Promise<ChosenContext> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KubeconfigError(`the kubeconfig file "${path}" can't be read (${code})`);
  }
  const context = chosenContext(text);
  refuseUnsupported(context);
  return context;
}

function providerOf({ user }: ChosenContext): string {
  if (!user.exec) return 'the kubeconfig';
  const hint = user.exec.installHint ? `: ${user.exec.installHint.trim()}` : '';
  return `the exec plugin "${user.exec.command}"${hint}`;
}
