import {
  AvailableVersion,
  Cluster,
  ClusterDetail,
  type ErrorKind,
  FieldFault,
  GroupStatus,
  MutationLock,
  Node,
  NodeDetail,
  Problem,
  Deletion,
  refusalsOf,
  Volume,
  VolumeSource,
} from '@slipway/contracts';
import { z } from 'zod';
import { type BodySchema, type Route } from '../http/index.js';

/** Models that the document names; each answer is named after its operation. */
const models = {
  AvailableVersion,
  Cluster,
  ClusterDetail,
  Deletion,
  FieldFault,
  GroupStatus,
  MutationLock,
  Node,
  NodeDetail,
  Problem,
  Volume,
  VolumeSource,
};

const reference = (id: string) => `#/components/schemas/${id}`;

/** The OpenAPI 3.1 document of the given routes; a pure function of the contracts. */
export function openApiDocument(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of [...routes].sort(byPath)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version,
      description: 'Builds, upgrades and reaches Kubernetes clusters, wherever they run.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: { schemas: componentSchemas(routes) },
  };
}

function operation(route: Route): object {
  const { answer } = route;
  return {
    operationId: nameOf(route),
    summary: answer.summary,
    tags: [tagOf(route)],
    description: `Needs role \`${route.role}\`.`,
    security: [],
    parameters: [...pathParameters(route.path), ...queryParameters(route)],
    ...requestBody(route),
    responses: {
      [answer.status]: { description: answer.summary, ...content(route) },
      ...refusals(route),
    },
  };
}

/** Optional everywhere: no bytes are the empty body, whose missing fields are a 422 where they matter. */
function requestBody({ body }: Route): object {
  if (!body) return {};
  const schema = { $ref: reference(bodyId(body)) };
  return { requestBody: { required: false, content: { 'application/json': { schema } } } };
}

const bodyId = (body: BodySchema): string => (body.meta() as { struct: string }).struct;

function content(route: Route): object {
  const { mediaType, status } = route.answer;
  if (status === 204) return {};
  const schema = answerSchema(route) ? { $ref: reference(componentId(route)) } : { type: 'string' };
  return { content: { [mediaType]: { schema } } };
}

function answerSchema({ answer }: Route): z.ZodType | undefined {
  return answer.contract?.output ?? answer.schema;
}

/** The model's own name where the answer is just that model. */
function componentId(route: Route): string {
  const model = Object.entries(models).find(([, schema]) => schema === answerSchema(route));
  return model?.[0] ?? `${nameOf(route)}Answer`;
}

/** Refusals by status, each naming its codes. */
function refusals({ answer, path, body }: Route): object {
  const kinds = refusalsOf({ path, contract: answer.contract, body });
  const statuses = [...new Set(kinds.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codesOf(kinds, status),
        content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
      },
    ]),
  );
}

function codesOf(kinds: readonly ErrorKind[], status: number): string {
  const those = kinds.filter((kind) => kind.status === status);
  return those.map(({ code }) => code).join(', ');
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'UUID, or else the name' : `The ${name}`,
    schema: { type: 'string' },
  }));
}

function queryParameters({ answer }: Route): object[] {
  const input = answer.contract?.input;
  if (!(input instanceof z.ZodObject) || !('fields' in input.shape)) return [];
  const description = (input.shape.fields as z.ZodType).description;
  return [
    {
      name: 'fields',
      in: 'query',
      required: false,
      description,
      schema: { type: 'string' },
      example: 'name,id',
    },
  ];
}

function componentSchemas(routes: readonly Route[]): object {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(models)) registry.add(schema, { id });
  for (const route of routes) {
    if (route.body && !registry.has(route.body))
      registry.add(route.body, { id: bodyId(route.body) });
    const schema = answerSchema(route);
    if (schema && route.answer.status !== 204 && !registry.has(schema)) {
      registry.add(schema, { id: componentId(route) });
    }
  }
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri: reference });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, strip(schema)]));
}

const conversion = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }) => {
    // A schema may say how it looks on HTTP, where that differs from the bus.
    const meta = (zodSchema as z.ZodType).meta();
    if (!meta?.override) return;
    for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
    Object.assign(jsonSchema, meta.override);
  },
} as const;

/** OpenAPI keeps the dialect in one place; schema ids would clash with the document's own. */
function strip(schema: object): object {
  const {
    $schema: _dialect,
    $id: _id,
    id: _name,
    struct: _struct,
    ...rest
  } = schema as Record<string, unknown>;
  return rest;
}

/** `ClustersList` for ClustersController.list; operation and answer are named after it. */
function nameOf({ controller, handler }: Route): string {
  const name = controller.replace(/Controller$/, '');
  return `${name}${handler.charAt(0).toUpperCase()}${handler.slice(1)}`;
}

function tagOf({ controller }: Route): string {
  return controller.replace(/Controller$/, '').toLowerCase();
}

function byPath(a: Route, b: Route): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
