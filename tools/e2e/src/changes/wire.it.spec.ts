import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Kind, kinds } from '@slipway/capi';
import { sampleCreation } from '@slipway/capi/builders';
import { type Cluster } from '@slipway/contracts';
import { realServers } from '@slipway/testing';
import { ChangesWorld } from './changes-world.js';
import { isWrite, type Recorded } from './recording-proxy.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

suite('changes on the wire', () => {
  let world: ChangesWorld;
  beforeAll(async () => {
    world = await ChangesWorld.start(kubeconfig!);
    await world.configure();
    await world.addCluster('demo', { machines: 1 });
  }, 60_000);
  afterAll(() => world?.stop(), 30_000);

  /** The requests of one change that succeeds. */
  async function requestsOf(route: string, body?: unknown): Promise<readonly Recorded[]> {
    const before = world.proxy.requests.length;
    const { status, text, headers } = await world.send(route, body);
    expect({ status, text, type: headers.get('content-type') }).toEqual({
      status: 204,
      text: '',
      type: null,
    });
    return world.proxy.since(before);
  }

  const place = ({ plural }: Kind, name: string) => `${plural}/${name}`;
  const placeOf = ({ path }: Recorded) => path.split('/').slice(-2).join('/');
  /** Bodies of the writes to one object; what reserves the cluster and frees it is left out. */
  function written(requests: readonly Recorded[], where: string): unknown[] {
    return requests
      .filter((each) => isWrite(each) && placeOf(each) === where)
      .map(({ method, query, contentType, body }) => {
        expect(query.get('fieldValidation')).toBe(method === 'DELETE' ? null : 'Strict');
        expect(contentType).toBe(
          method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        );
        return body;
      })
      .filter((body) => !JSON.stringify(body).includes('mutation-lock'));
  }
  const versioned = (metadata: object = {}) => ({
    ...metadata,
    resourceVersion: expect.stringMatching(/^\d+$/),
  });
  const cluster = '/kubernetes/clusters/demo';
  const pause = 'cluster.x-k8s.io/paused';
  const description = 'vmk.vates.tech/description';
  const tag = 'tags.vmk.vates.tech/team';

  test.each<[string, unknown, string, object]>([
    [
      `PUT ${cluster}/workers/replicas`,
      { replicas: 3 },
      place(kinds.machineDeployment, 'demo-md-0'),
      { metadata: versioned(), spec: { replicas: 3 } },
    ],
    [
      `PUT ${cluster}/control-plane/replicas`,
      { replicas: 5 },
      place(kinds.controlPlane, 'demo-cp'),
      { metadata: versioned(), spec: { replicas: 5 } },
    ],
    [
      `POST ${cluster}/reconciliation/pause`,
      undefined,
      place(kinds.cluster, 'demo'),
      { metadata: versioned(), spec: { paused: true } },
    ],
    [
      `POST ${cluster}/reconciliation/resume`,
      undefined,
      place(kinds.cluster, 'demo'),
      { metadata: versioned(), spec: { paused: null } },
    ],
    [
      `POST ${cluster}/nodes/demo-1/reconciliation/pause`,
      undefined,
      place(kinds.machine, 'demo-1'),
      { metadata: versioned({ annotations: { [pause]: '' } }) },
    ],
    [
      `POST ${cluster}/nodes/demo-1/reconciliation/resume`,
      undefined,
      place(kinds.machine, 'demo-1'),
      { metadata: versioned({ annotations: { [pause]: null } }) },
    ],
    [
      `PUT ${cluster}/description`,
      { description: 'é😀\n' },
      place(kinds.cluster, 'demo'),
      { metadata: versioned({ annotations: { [description]: 'é😀\n' } }) },
    ],
    [
      `PUT ${cluster}/description`,
      { description: '' },
      place(kinds.cluster, 'demo'),
      { metadata: versioned({ annotations: { [description]: null } }) },
    ],
    [
      `PUT ${cluster}/tags/team`,
      { value: 'a' },
      place(kinds.cluster, 'demo'),
      { metadata: versioned({ labels: { [tag]: 'a' } }) },
    ],
    [
      `DELETE ${cluster}/tags/team`,
      undefined,
      place(kinds.cluster, 'demo'),
      { metadata: versioned({ labels: { [tag]: null } }) },
    ],
    [
      `DELETE ${cluster}/nodes/demo-1`,
      undefined,
      place(kinds.machine, 'demo-1'),
      {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid: expect.stringMatching(/^[\da-f-]{36}$/) },
      },
    ],
  ])(
    '%s %j writes what it says and no more, within six calls',
    async (route, body, where, expected) => {
      const requests = await requestsOf(route, body);
      expect(written(requests, where)).toEqual([expected]);
      expect(requests.length).toBeLessThanOrEqual(6);
      expect(await world.lock('demo')).toBeUndefined();
      // The same again changes nothing and is no error, but for what is gone.
      if (!route.startsWith('DELETE')) expect((await world.send(route, body)).status).toBe(204);
    },
  );

  test('a creation is eighteen calls at most: seven dry runs, seven objects, one activation', async () => {
    const before = world.proxy.requests.length;
    const { status } = await world.send('POST /kubernetes/clusters', sampleCreation);
    expect(status).toBe(200);
    const requests = world.proxy.since(before);
    expect(requests.length).toBeLessThanOrEqual(18);
    const posts = requests.filter(({ method }) => method === 'POST');
    const dry = posts.filter((each) => !isWrite(each));
    const real = posts.filter(isWrite);
    expect([dry.length, real.length]).toEqual([7, 7]);
    // Nothing is written before all have been tried.
    expect(posts.slice(0, 7).map(isWrite)).toEqual(Array(7).fill(false));
    expect(real.map(({ path }) => path.split('/').at(-1))[0]).toBe('clusters');
    const patches = requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(patches).toEqual([{ metadata: versioned(), spec: { paused: null } }]);
    expect(requests.filter(({ path }) => path.includes('/configmaps/'))).toHaveLength(1);
  });

  test('a deletion comes before the end of the pause, both of this incarnation', async () => {
    const paused = { cluster: { spec: { paused: true } } };
    await world.addCluster('going', paused);
    const { uid } = (await world.find(kinds.cluster, 'going'))!.metadata;
    const requests = await requestsOf('DELETE /kubernetes/clusters/going');
    expect(written(requests, place(kinds.cluster, 'going'))).toEqual([
      { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } },
      { metadata: versioned(), spec: { paused: null } },
    ]);
    expect(requests.length).toBeLessThanOrEqual(6);
    const left = await world.find(kinds.cluster, 'going');
    expect(left!.metadata.deletionTimestamp).toBeDefined();
    expect(left!.spec).not.toHaveProperty('paused');
    expect(await world.lock('going')).toBeUndefined();
  });

  describe('texts', () => {
    const shown = async (suits: (cluster: Cluster) => boolean) =>
      (
        await world.stack.eventually(
          cluster,
          (answer) => suits(answer.json<Cluster>()),
          'the text to be shown',
        )
      ).json<Cluster>();

    test.each<[string, string, string]>([
      ['4,000 emoji', '🚢'.repeat(4000), '🚢'.repeat(4000)],
      ['quotes, accents and line breaks', '"é"\r\n\t\\ \u2028', '"é"\r\n\t\\ \u2028'],
      ['half a surrogate pair, which is no character', 'a\ud83d', 'a\ufffd'],
      ['what looks like markup', '</script>\u0001', '</script>\u0001'],
    ])('a description of %s comes back as it was', async (_, description, expected) => {
      expect((await world.send(`PUT ${cluster}/description`, { description })).status).toBe(204);
      await shown((each) => each.description === expected);
      const stored = await world.find(kinds.cluster, 'demo');
      expect(stored!.metadata.annotations![`vmk.vates.tech/description`]).toBe(expected);
    });

    test('a description of 4,001 code points is 422, in a change and in a creation', async () => {
      const description = '🚢'.repeat(4001);
      const change = await world.send(`PUT ${cluster}/description`, { description });
      const creation = await world.send('POST /kubernetes/clusters', {
        ...sampleCreation,
        name: 'too-long',
        description,
      });
      for (const { status, problem } of [change, creation])
        expect({ status, detail: problem.detail }).toEqual({
          status: 422,
          detail: 'Description should be max=4000',
        });
    });

    test.each<[string, string]>([
      ['team', 'team'],
      ['%74eam.x_y-1', 'team.x_y-1'],
      ['A%2Eb', 'A.b'],
      ['t'.repeat(63), 't'.repeat(63)],
    ])('the tag %s in a path is %s', async (encoded, tag) => {
      const path = `${cluster}/tags/${encoded}`;
      expect((await world.send(`PUT ${path}`, { value: 'V.1_x-y' })).status).toBe(204);
      await shown(({ tags }) => tags?.[tag] === 'V.1_x-y');
      expect((await world.send(`GET ${path}`)).text).toBe('{"value":"V.1_x-y"}');
      expect((await world.send(`PUT ${path}`, { value: '' })).status).toBe(204);
      await shown(({ tags }) => tags?.[tag] === '');
      expect((await world.send(`DELETE ${path}`)).status).toBe(204);
      await shown(({ tags }) => tags?.[tag] === undefined);
      expect((await world.send(`GET ${path}`)).status).toBe(404);
    });

    test.each<[string, string, string]>([
      ['a%2Fb', 'x', 'Tag'],
      ['%C3%A9', 'x', 'Tag'],
      ['-a', 'x', 'Tag'],
      ['a%20b', 'x', 'Tag'],
      ['%00', 'x', 'Tag'],
      ['t'.repeat(64), 'x', 'Tag'],
      ['team', 'é', 'Value'],
      ['team', 'x'.repeat(64), 'Value'],
      ['team', 'a b', 'Value'],
      ['team', '.a', 'Value'],
    ])('tag %s with value %j is 422 and names the rule', async (encoded, value, field) => {
      const { status, problem } = await world.send(`PUT ${cluster}/tags/${encoded}`, { value });
      expect({ status, fields: problem.errors!.map(({ more }) => more!['field']) }).toEqual({
        status: 422,
        fields: [field],
      });
      expect(problem.detail).toMatch(
        new RegExp(`^${field} should be (max=63|label_(name|value)=)`),
      );
    });
  });
});
