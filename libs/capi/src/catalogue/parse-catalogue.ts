import { AvailableVersion } from '@slipway/contracts';
import { z } from 'zod';
import { Catalogue } from './catalogue.js';

/**
 * A catalogue from the content of a versions file: a list of `{ version: "1.36", releases: ["1.36.9"] }`
 * in any order. Throws an Error that names every fault with its place in the file.
 */
export function parseCatalogue(content: unknown): Catalogue {
  const { data: versions, error } = z.array(AvailableVersion).min(1).safeParse(content);
  if (!versions) throw new Error(error.issues.map(describe).join('; '));
  const faults = [...strayReleases(versions), ...repeated(versions)];
  if (faults.length > 0) throw new Error(faults.join('; '));
  return new Catalogue(sorted(versions));
}

const expected: Readonly<Record<string, string>> = {
  version: 'a minor version such as "1.36" is expected',
  releases: 'at least one release is expected',
};

function describe({ path, code, message }: z.core.$ZodIssue): string {
  const last = path.at(-1);
  const text =
    code === 'invalid_format'
      ? (expected[String(last)] ?? 'a release such as "1.36.9" is expected')
      : code === 'too_small'
        ? (expected[String(last)] ?? 'at least one version is expected')
        : message;
  return `${place(path)}: ${text}`;
}

function place(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '') || 'the whole file';
}

function strayReleases(versions: readonly AvailableVersion[]): string[] {
  return versions.flatMap(({ version, releases }, group) =>
    releases.flatMap((release, index) =>
      release.startsWith(`${version}.`)
        ? []
        : `[${group}].releases[${index}]: "${release}" is no release of ${version}`,
    ),
  );
}

function repeated(versions: readonly AvailableVersion[]): string[] {
  return [
    ...repeats(versions.map(({ version }, group) => [`[${group}].version`, version])),
    ...repeats(
      versions.flatMap(({ releases }, group) =>
        releases.map((release, index): [string, string] => [
          `[${group}].releases[${index}]`,
          release,
        ]),
      ),
    ),
  ];
}

function repeats(values: readonly (readonly [place: string, value: string])[]): string[] {
  const first = new Map<string, string>();
  return values.flatMap(([at, value]) => {
    const before = first.get(value);
    if (before !== undefined) return `${at}: "${value}" stands already at ${before}`;
    first.set(value, at);
    return [];
  });
}

function sorted(versions: readonly AvailableVersion[]): AvailableVersion[] {
  return versions
    .map(({ version, releases }) => ({ version, releases: [...releases].sort(newestFirst) }))
    .sort((a, b) => newestFirst(a.version, b.version));
}

function newestFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split('.').map(Number));
  const step = left?.findIndex((number, index) => number !== right?.[index]) ?? -1;
  return step < 0 ? 0 : (right?.[step] ?? 0) - (left?.[step] ?? 0);
}
