import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startGateway, type TestGateway } from '../testing/gateway.js';
import { type SwaggerUi } from './index.js';

const committed = join(import.meta.dirname, '../../../../docs/api/openapi.json');

let gateway: TestGateway | undefined;
afterEach(() => gateway?.app.close());

async function served(swaggerUi: SwaggerUi): Promise<ReturnType<typeof request>> {
  const assets = mkdtempSync(join(tmpdir(), 'slipway-assets-'));
  for (const folder of ['swagger', 'stoplight']) mkdirSync(join(assets, folder));
  writeFileSync(join(assets, 'swagger/swagger-ui.css'), 'swagger css');
  writeFileSync(join(assets, 'stoplight/styles.min.css'), 'stoplight css');
  gateway = await startGateway({ swaggerUi, assets });
  return request(gateway.app.getHttpServer());
}

describe('the OpenAPI document', () => {
  test('is the committed copy; UPDATE_OPENAPI=1 renews that after an intended change', async () => {
    const { text } = await (await served('disabled')).get('/swagger/openapi.json').expect(200);
    const document = { ...JSON.parse(text), info: { ...JSON.parse(text).info, version: '0.0.0' } };
    const formatted = `${JSON.stringify(document, undefined, 2)}\n`;
    if (process.env['UPDATE_OPENAPI']) writeFileSync(committed, formatted);
    expect(formatted).toBe(readFileSync(committed, 'utf8'));
  });

  test('passes the rules of Redocly', () => {
    execFileSync(
      process.execPath,
      [
        join(import.meta.dirname, '../../../../node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        '--config',
        join(import.meta.dirname, '../../redocly.yaml'),
        committed,
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, stdio: 'pipe' },
    );
  });
});

describe('the API pages', () => {
  test.each([
    ['swagger', 'swagger-ui.css', 'swagger css'],
    ['stoplight', 'styles.min.css', 'stoplight css'],
  ] as const)('%s serves its page and files, and asks no other host', async (ui, file, content) => {
    const http = await served(ui);
    const page = await http.get('/swagger/').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:|\/\//);
    await http.get(`/swagger/${file}`).expect(200, content);
    await http.get('/swagger/LICENSE').expect(404);
    await http.get('/swagger/..%2Fmain.js').expect(404);
  });

  test('disabled, they are gone while the document stays', async () => {
    const http = await served('disabled');
    await http.get('/swagger/').expect(404);
    await http.get('/swagger/swagger-ui.css').expect(404);
    await http.get('/swagger/openapi.json').expect(200);
  });
});
