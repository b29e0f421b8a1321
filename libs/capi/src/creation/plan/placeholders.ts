/** What the placeholders of `preKubeadmCommands` stand for. */
export interface Values {
  /** With `v`. */
  readonly version: string;
  readonly controlPlaneIP: string;
}

const placeholder = /\{\{(KUBERNETES_VERSION|CONTROL_PLANE_IP)\}\}/g;

/**
 * The command with both placeholders replaced, all else byte for byte: shell variables and other `{{…}}`
 * have a meaning of their own. One pass, so that no replacement is read again. Source: VMK Engine.
 */
export function filled(command: string, { version, controlPlaneIP }: Values): string {
  return command.replace(placeholder, (_, name) =>
    name === 'KUBERNETES_VERSION' ? version : controlPlaneIP,
  );
}
