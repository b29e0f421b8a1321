import { type AvailableVersion } from '@slipway/contracts';
import { releases } from './releases.js';

/** The Kubernetes releases that clusters can be created at and upgraded to. */
export class Catalogue {
  readonly #versions: readonly AvailableVersion[];
  readonly #releases: ReadonlySet<string>;

  /** Takes groups as they are to be shown, newest first; `parseCatalogue` makes them so. */
  constructor(versions: readonly AvailableVersion[] = releases) {
    this.#versions = versions;
    this.#releases = new Set(versions.flatMap((each) => each.releases));
  }

  /** By minor version, minors and releases newest first. */
  list(): readonly AvailableVersion[] {
    return this.#versions;
  }

  /** Whether a full release without `v`, such as `1.36.9`, is on offer. */
  has(release: string): boolean {
    return this.#releases.has(release);
  }
}
