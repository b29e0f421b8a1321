/** One JSON line for the runner, which starts every actor as a process of its own. */
export function tell(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** An argument by its place; the runner always gives all. */
export function argument(index: number): string {
  const value = process.argv[index + 2];
  if (value === undefined) throw new Error(`argument ${index} is missing`);
  return value;
}
