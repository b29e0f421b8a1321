import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Folder, kubeconfigText } from '../stack/access.js';
import { usePeer } from '../stack/peer.js';
import { startSimulatedPeer } from '../stack/simulated-peer.js';
import { Stack } from '../stack/stack.js';
import { GoldenClient } from './golden-client.js';
import { type GoldenLine } from './golden-line.js';
import { populate } from './populate.js';
import { emptyLines, readLines } from './read-lines.js';

/** What a client of VMK Engine relies on: a change that breaks one of these lines is a bug. */
describe('golden lines', () => {
  const peer = usePeer(() => startSimulatedPeer());
  let namespace: string;
  let folder: Folder;
  let stack: Stack;
  let client: GoldenClient;

  beforeAll(async () => {
    namespace = await peer().makeNamespace('capi-system');
    folder = await Folder.make();
    const kubeconfig = await folder.write('kubeconfig', kubeconfigText(peer().access));
    stack = await Stack.start({ kubeconfig, namespace });
    client = await GoldenClient.of(stack);
  }, 60_000);

  afterAll(async () => {
    await stack?.stop();
    await folder?.remove();
  }, 60_000);

  test('the gateway serves the committed OpenAPI document', async () => {
    const served = (await stack.get('/swagger/openapi.json')).json<OpenApi>();
    const { version } = committed<{ version: string }>('package.json');
    expect(served.info.version).toBe(version);
    const document = committed<OpenApi>('docs/api/openapi.json');
    expect(served).toEqual({ ...document, info: { ...document.info, version } });
  });

  describe('without clusters', () => {
    test.each(titled(emptyLines))('%s', (_, line) => client.check(line));
  });

  describe('with clusters', () => {
    beforeAll(async () => {
      await populate(peer(), namespace);
      await stack.eventually(
        '/kubernetes/nodes?fields=is_deleting',
        ({ text }) => text.includes('"is_deleting":true'),
        'the leaving node',
      );
      await stack.eventually(
        '/kubernetes/clusters?fields=name',
        ({ text }) => text.includes('no-tags'),
        'the clusters',
      );
      client = await GoldenClient.of(stack);
    });

    test.each(titled(readLines))('%s', (_, line) => client.check(line));
  });
});

function titled(lines: readonly GoldenLine[]): [title: string, line: GoldenLine][] {
  return lines.map((line) => [`${line.section}: ${line.ask} is ${line.status}`, line]);
}

interface OpenApi {
  readonly info: { readonly version: string };
}

function committed<T>(file: string): T {
  const path = join(import.meta.dirname, '../../../..', file);
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
