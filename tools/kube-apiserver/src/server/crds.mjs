import { readFile } from 'node:fs/promises';
import { until } from '../process/index.mjs';

const endpoint = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const wholeDiscovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * Applies CRD files (one document each) and returns their names. The files go as they are, by
 * server-side apply: they are too large for the annotation of a client-side one.
 */
export function applyCrds({ api, files }) {
  return Promise.all(files.map((file) => apply(api, file)));
}

/**
 * Waits until the server really serves the CRDs' kinds: it offers them once they are established, and
 * answers the first request for each with 429 while it prepares the storage.
 */
export async function servesKinds({ api, names, within = 60_000, giveUp }) {
  const pending = new Set(names);
  await until(
    async () => {
      const offered = pending.size > 0 ? await offeredKinds(api) : new Map();
      await Promise.all(
        [...pending].map(async (name) => {
          const path = offered.get(name);
          if (path && (await api.ask({ path: `${path}?limit=1` })).status === 200)
            pending.delete(name);
        }),
      );
      return pending.size === 0;
    },
    { within, because: `the kinds of ${names.length} CRDs to be served`, every: 100, giveUp },
  );
}

async function apply(api, file) {
  const text = await readFile(file, 'utf8');
  const name = /^ {2}name: (\S+)$/m.exec(text)?.[1];
  if (!name) throw new Error(`${file} is not a CRD: it has no metadata.name`);
  const { status, body } = await api.ask({
    method: 'PATCH',
    path: `${endpoint}/${name}?fieldManager=slipway-test&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: text,
    timeout: 60_000,
  });
  if (status >= 300) throw new Error(`CRD ${name} was refused (${status}): ${body.message}`);
  return name;
}

/** The path of each kind's list at its preferred version, by the CRD's name `<plural>.<group>`. */
async function offeredKinds(api) {
  const { body } = await api.ask({ path: '/apis', accept: wholeDiscovery });
  const kinds = new Map();
  for (const { metadata, versions } of body.items)
    for (const { version, resources } of versions)
      for (const { resource } of resources) {
        const name = `${resource}.${metadata.name}`;
        if (!kinds.has(name)) kinds.set(name, `/apis/${metadata.name}/${version}/${resource}`);
      }
  return kinds;
}
