import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { format, resolveConfig } from 'prettier';
import { errorTable, refusalsOf, refusedAnywhere, refusedBodies, roles, routes } from './index.js';
import { errorsPage } from './testing/errors-page.js';

const page = join(import.meta.dirname, '../../../docs/api-errors.md');

describe('the routes', () => {
  test.each(routes.map((each) => [each.route, each] as const))(
    '%s has a success that fits its method, and refusals that the table knows',
    (route, { role, success, contract, body }) => {
      expect(route).toMatch(/^(GET|POST|PUT|DELETE) \/kubernetes(\/[a-z-]+|\/\{\w+\})+$/);
      expect(roles).toContain(role);
      const returns = route.startsWith('GET') || route === 'POST /kubernetes/clusters';
      expect(success).toBe(returns ? 200 : 204);
      const known = new Set(errorTable.map(({ code }) => code));
      expect(contract.errors.filter(({ code }) => !known.has(code))).toEqual([]);
      const takesBody = 'params' in (contract.input as unknown as { shape: object }).shape;
      expect(body !== undefined).toBe(takesBody);
    },
  );

  test('are each there once', () => {
    expect(new Set(routes.map(({ route }) => route)).size).toBe(routes.length);
    expect(new Set(routes.map(({ contract }) => contract)).size).toBe(routes.length);
  });

  test('reach every refusal but those that come before a route', () => {
    const reached = routes.flatMap(({ route, contract, body }) =>
      refusalsOf({ path: route, contract, body }).map(({ code }) => code),
    );
    const rest = errorTable.filter(({ code }) => !reached.includes(code));
    expect(rest.map(({ code }) => code)).toEqual(['method-not-allowed', 'route-not-found']);
  });
});

describe('refusals of a route', () => {
  const codes = (of: Parameters<typeof refusalsOf>[0]) => refusalsOf(of).map(({ code }) => code);
  const contract = routes[0]!.contract;

  test.each<[string, Parameters<typeof refusalsOf>[0], readonly string[]]>([
    ['that asks nobody', { path: '/ping' }, ['unexpected-fault']],
    ['with a parameter', { path: '/{id}' }, ['unexpected-fault', 'bad-request']],
    ['of a service', { path: '/', contract }, refusedAnywhere.map(({ code }) => code)],
    [
      'with a body',
      { path: '/', body: {} },
      ['unexpected-fault', ...refusedBodies.map(({ code }) => code)],
    ],
  ])('%s', (_, of, expected) => {
    expect(codes(of)).toEqual(expected);
  });
});

test('docs/api-errors.md is made of the tables; UPDATE_API_ERRORS=1 renews it', async () => {
  const options = await resolveConfig(page);
  const made = await format(errorsPage(), { ...options, parser: 'markdown' });
  if (process.env['UPDATE_API_ERRORS']) writeFileSync(page, made);
  expect(made).toBe(readFileSync(page, 'utf8'));
  expect(made).not.toContain('undefined');
});
