/** Everything that is wrong with the configuration, one sentence a fault, values never among them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
