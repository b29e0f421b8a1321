/** A mapping of a configuration block, its values as the operator wrote them. */
export type Block = Readonly<Record<string, unknown>>;

export function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mapping under `key`, empty when there is nothing or something else. */
export function blockAt(block: Block, ...keys: readonly string[]): Block {
  return keys.reduce<Block>((at, key) => {
    const value = at[key];
    return isBlock(value) ? value : {};
  }, block);
}
