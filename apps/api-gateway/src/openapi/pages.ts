import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type SwaggerUi = 'swagger' | 'stoplight' | 'disabled';

/** The files that each page loads, with their media types; the page asks no other host. */
const files = {
  swagger: {
    'swagger-ui.css': 'text/css',
    'swagger-ui-bundle.js': 'text/javascript',
    'swagger-initializer.js': 'text/javascript',
  },
  stoplight: {
    'styles.min.css': 'text/css',
    'web-components.min.js': 'text/javascript',
  },
} as const;

const pages: Record<Exclude<SwaggerUi, 'disabled'>, string> = {
  swagger: page(
    '<link rel="stylesheet" href="swagger-ui.css">',
    '<div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script><script src="swagger-initializer.js"></script>',
  ),
  stoplight: page(
    '<link rel="stylesheet" href="styles.min.css"><script src="web-components.min.js"></script>',
    '<elements-api apiDescriptionUrl="openapi.json" router="hash" layout="sidebar"></elements-api>',
  ),
};

export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A file of the interface in use, its page by the empty name; undefined for any other name. */
export async function pageFile(
  ui: SwaggerUi,
  name: string,
  assets: string,
): Promise<PageFile | undefined> {
  if (ui === 'disabled') return undefined;
  if (name === '') return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(pages[ui]) };
  const mediaType = (files[ui] as Record<string, string>)[name];
  if (!mediaType) return undefined;
  return { mediaType, bytes: await readFile(join(assets, ui, name)) };
}

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slipway API</title><link rel="icon" href="data:,">${head}</head>
<body>${body}</body>
</html>
`;
}
