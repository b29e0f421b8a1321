import { readFileSync } from 'node:fs';
import { Catalogue, parseCatalogue } from '@slipway/capi';
import { StartFailure } from '@slipway/service';

/** The built-in catalogue, or that of a file; throws a StartFailure naming what is wrong with it. */
export function readCatalogue(file: string | undefined): Catalogue {
  if (file === undefined) return new Catalogue();
  try {
    return parseCatalogue(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartFailure(`--versions-file ${file}: ${(error as Error).message}`);
  }
}
