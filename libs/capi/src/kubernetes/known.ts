/** The object without its undefined entries: what is unknown is omitted, never null. Keeps the order. */
export function known<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
