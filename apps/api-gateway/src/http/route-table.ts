import { type Role } from '@slipway/contracts';
import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type BodySchema, bodyOf } from './body/index.js';
import { type Answer, answerOf, roleOf } from './route.js';

export interface Route {
  readonly method: string;
  /** With parameters as in OpenAPI: `/kubernetes/clusters/{id}`. */
  readonly path: string;
  readonly role: Role;
  readonly answer: Answer;
  /** What the route takes, if it takes a body. */
  readonly body?: BodySchema | undefined;
  readonly controller: string;
  readonly handler: string;
}

/**
 * Every public route with its right and its answer, read from the controllers. A route that declares
 * no role or no answer stops the start: what nobody thought about is not served.
 */
@Injectable()
export class RouteTable {
  #routes: readonly Route[] | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  get routes(): readonly Route[] {
    return (this.#routes ??= this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      const base = pathOf(Reflect.getMetadata(PATH_METADATA, metatype!));
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name]!;
        const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
        if (path === undefined) return [];
        const label = `${metatype!.name}.${name}`;
        const role = roleOf(handler);
        const answer = answerOf(handler);
        if (!role) throw new Error(`route ${label} declares no role: add @Needs(…)`);
        if (!answer) throw new Error(`route ${label} declares no answer: add @Answers(…)`);
        return {
          method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!,
          path: openApiPath(base, path),
          role,
          answer,
          body: bodyOf(handler),
          controller: metatype!.name,
          handler: name,
        };
      });
    }));
  }

  /** The methods that a path answers, for `Allow`; none when no route has the path. */
  methodsOf(path: string): string[] {
    const found = this.routes.filter((route) => matches(route.path, path));
    const methods = new Set(found.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}

function pathOf(path: string | string[] | undefined): string {
  return (Array.isArray(path) ? path[0] : path) ?? '';
}

function openApiPath(base: string, path: string): string {
  // A trailing slash is a route of its own, so it must survive the joining.
  const joined = `/${base}/${path}`.replace(/\/{2,}/g, '/');
  const trimmed = path.endsWith('/') && path !== '/' ? joined : joined.replace(/\/$/, '');
  return (trimmed || '/').replace(/:(\w+)/g, '{$1}').replace('*', '{file}');
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith('{') ? given[index] !== '' : part === given[index],
    )
  );
}
