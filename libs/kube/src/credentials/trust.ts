import type { ChosenContext } from './kubeconfig-file.js';
import { KubeconfigError } from './kubeconfig-error.js';

type Rule = readonly [unused: (context: ChosenContext) => unknown, what: string];

/** Fields that change who we are or how we get there, and that nothing here implements. */
const unsupported: readonly Rule[] = [
  [({ cluster }) => cluster['proxy-url'], 'proxy-url'],
  [({ user }) => user['as-groups']?.length, 'as-groups'],
  [({ user }) => user['as-uid'], 'as-uid'],
  [({ user }) => user['as-user-extra'], 'as-user-extra'],
];

/** Fields that would run a program or read a file on this host. */
const local: readonly Rule[] = [
  [({ user }) => user.exec, 'an exec plugin'],
  [({ user }) => user['auth-provider'], 'an auth-provider'],
  [({ user }) => user.tokenFile ?? user['token-file'], 'a token file'],
  [({ user }) => user['client-certificate'], 'a client certificate file'],
  [({ user }) => user['client-key'], 'a client key file'],
  [({ cluster }) => cluster['certificate-authority'], 'a certificate authority file'],
];

/** Refuses what would otherwise be ignored in silence: the request would go out as somebody else. */
export function refuseUnsupported(context: ChosenContext): void {
  const found = unsupported.find(([used]) => used(context));
  if (found) throw new KubeconfigError(`the kubeconfig uses ${found[1]}, which isn't supported`);
  if (context.user.exec?.interactiveMode === 'Always') {
    throw new KubeconfigError('the exec plugin wants a terminal (interactiveMode: Always)');
  }
}

/**
 * Refuses a kubeconfig that came from a Secret and would act on this host: whoever may write Secrets
 * of the management cluster must not thereby run programs in our pod or read its files.
 */
export function refuseLocal(context: ChosenContext): void {
  const found = local.find(([used]) => used(context));
  if (found) {
    throw new KubeconfigError(
      `the kubeconfig uses ${found[1]}, refused because it comes from a Secret; embed the credentials`,
    );
  }
}
