import { describe, expect, test } from '@jest/globals';
import { at, isTree, qualified, type Kind, type Tree } from '../api/index.js';
import { announceMissingRealServer, realApiServer, realKubeconfig } from '../testing/targets.js';
import { looseness } from '../testing/looseness.js';
import { customKinds } from './index.js';

/** The served version's part of a kind's CRD, as the real API server has it. */
async function crdOf(kind: Kind): Promise<Tree> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${qualified(kind)}`;
  const { status, body } = await realApiServer().client.ask({ method: 'GET', path });
  if (status !== 200) throw new Error(`the API server has no CRD ${qualified(kind)}`);
  const versions = at(body, 'spec', 'versions') as unknown[];
  const version = versions.find((one) => at(one, 'name') === kind.version);
  if (!isTree(version)) throw new Error(`${qualified(kind)} has no version ${kind.version}`);
  return version;
}

if (!realKubeconfig) announceMissingRealServer('the schemas against the CRDs');

(realKubeconfig ? describe : describe.skip)('the schemas of the simulator', () => {
  test.each(customKinds.map((kind) => [kind.kind, kind] as const))(
    '%s accepts nothing that its CRD refuses',
    async (_, kind) => {
      const crd = await crdOf(kind);
      const schema = at(crd, 'schema', 'openAPIV3Schema');
      expect(looseness(kind.schema, schema as Tree)).toEqual([]);
      expect({ status: kind.status, scale: kind.scale ?? false }).toEqual({
        status: at(crd, 'subresources', 'status') !== undefined,
        scale: at(crd, 'subresources', 'scale') !== undefined,
      });
    },
  );
});
