import { type IncomingMessage } from 'node:http';
import { badRequest, invalidOption, tooLarge } from './status.js';
import { type FieldValidation } from './decode.js';

/** The real server's limit. */
const bodyLimit = 3 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw tooLarge(bodyLimit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const contentTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';

/** `dryRun` and `fieldValidation` of a write; unknown values are 422 as on the real server. */
export function writeOptions(
  options: string,
  query: URLSearchParams,
): { dryRun: boolean; validation: FieldValidation } {
  const dryRun = query.getAll('dryRun');
  if (dryRun.some((one) => one !== 'All'))
    throw invalidOption(options, {
      field: 'dryRun',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`,
    });
  const validation = query.get('fieldValidation') || 'Warn';
  if (validation !== 'Strict' && validation !== 'Warn' && validation !== 'Ignore')
    throw invalidOption(options, {
      field: 'fieldValidation',
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(validation)}: supported values: "", "Ignore", "Strict", "Warn"`,
    });
  return { dryRun: dryRun.length > 0, validation };
}

export function urlOf(request: IncomingMessage): URL {
  try {
    const url = new URL(request.url ?? '/', 'http://simulator');
    decodeURIComponent(url.pathname);
    return url;
  } catch (error) {
    throw badRequest(`the URL can't be parsed: ${(error as Error).message}`);
  }
}
