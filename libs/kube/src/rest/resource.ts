/** A kind of object as the API's paths name it; the core group is ''. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

export interface Place {
  /** Absent for cluster-scoped kinds and for all namespaces. */
  readonly namespace?: string | undefined;
  /** Absent for the collection. */
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The path of a collection, an object or its subresource: `/apis/<group>/<version>/…`. */
export function resourcePath(resource: Resource, place: Place = {}): string {
  const { group, version, plural } = resource;
  const segments = group === '' ? ['api', version] : ['apis', group, version];
  if (place.namespace !== undefined) segments.push('namespaces', place.namespace);
  segments.push(plural);
  if (place.name !== undefined) segments.push(place.name);
  if (place.subresource !== undefined) segments.push(place.subresource);
  return segments.map((segment) => `/${encoded(segment)}`).join('');
}

/** A name can't leave its segment: '..' or '' would ask for another object. */
function encoded(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new RangeError(`"${segment}" can't stand in an API path`);
  }
  return encodeURIComponent(segment);
}
