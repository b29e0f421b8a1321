/**
 * How many lines of the commands assign exactly this version to FULL, which is where an upgrade writes
 * its version; it needs one. `version` has its `v`. Source: VMK Engine.
 */
export function countAnchors(commands: readonly unknown[], version: string): number {
  const anchor = `FULL="${version}"`;
  return commands
    .flatMap((command) => (typeof command === 'string' ? command.split('\n') : []))
    .filter((line) => line.trim() === anchor).length;
}
