/**
 * Credentials can't be used. The text never quotes the kubeconfig: a YAML parser's own message holds
 * source lines, tokens among them, so such errors aren't kept as a cause either.
 */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';

  constructor(readonly because: string) {
    super(because);
  }
}
