import { describe, expect, test } from '@jest/globals';
import { Refusal } from '@slipway/contracts';
import { sampleCreation } from '../../builders/index.js';
import { checkCreation, type CreationRequest, creationParams } from './index.js';

const labelText = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** The faults of the sample request with `changes`, as `Field rule value`. */
function faultsOf(changes: CreationRequest): readonly string[] {
  return checkCreation({ ...sampleCreation, ...changes }).map(
    ({ more: { field, tag, param, value } }) =>
      `${field} ${tag}${param && `=${param}`} ${JSON.stringify(value)}`,
  );
}

describe('a creation that is accepted', () => {
  test.each<[string, CreationRequest]>([
    ['as the sample', {}],
    ['with a name of one digit', { name: '0' }],
    ['with a name of 56 characters', { name: 'a'.repeat(56) }],
    ['with hyphens inside its name', { name: 'a--b' }],
    ['with one replica of each', { control_plane_replicas: 1, worker_replicas: 1 }],
    ['with an even control plane, which the defaults decide', { control_plane_replicas: 2 }],
    ['with the most replicas that an int32 holds', { worker_replicas: 2147483647 }],
    ['with the address 0.0.0.0', { control_plane_ip: '0.0.0.0' }],
    ['with no description', { description: undefined }],
    [
      'with null for every optional field',
      { description: null, created_by_xo_user_id: null, tags: null },
    ],
    ['with 4,000 code points of two units each', { description: '🚢'.repeat(4000) }],
    ['with 4,000 line breaks', { description: '\n'.repeat(4000) }],
    ['with an empty tag value', { tags: { team: '' } }],
    ['with a tag name of 63 characters', { tags: { ['a'.repeat(63)]: 'b'.repeat(63) } }],
    ['with every character that a tag may have', { tags: { 'A-b_c.9': 'Z.y-x_0' } }],
    ['with 1,000 tags', { tags: manyTags(1000) }],
  ])('%s', (_, changes) => {
    expect(faultsOf(changes)).toEqual([]);
  });
});

describe('a creation that is refused', () => {
  test.each(
    titled([
      [{ name: undefined }, 'Name required ""'],
      [{ name: null }, 'Name required ""'],
      [{ name: '' }, 'Name required ""'],
      [{ name: 'Demo' }, 'Name dns_rfc1123_label "Demo"'],
      [{ name: '-demo' }, 'Name dns_rfc1123_label "-demo"'],
      [{ name: 'demo-' }, 'Name dns_rfc1123_label "demo-"'],
      [{ name: 'de.mo' }, 'Name dns_rfc1123_label "de.mo"'],
      [{ name: 'de_mo' }, 'Name dns_rfc1123_label "de_mo"'],
      [{ name: 'démo' }, 'Name dns_rfc1123_label "démo"'],
      [{ name: 'demo\n' }, 'Name dns_rfc1123_label "demo\\n"'],
      [{ name: 'a'.repeat(57) }, `Name max=56 "${'a'.repeat(57)}"`],
      [{ control_plane_replicas: undefined }, 'ControlPlaneReplicas required 0'],
      [{ control_plane_replicas: null }, 'ControlPlaneReplicas required 0'],
      [{ control_plane_replicas: 0 }, 'ControlPlaneReplicas min=1 0'],
      [{ control_plane_replicas: -3 }, 'ControlPlaneReplicas min=1 -3'],
      [{ worker_replicas: undefined }, 'WorkerReplicas required 0'],
      [{ worker_replicas: 0 }, 'WorkerReplicas min=1 0'],
      [{ kubernetes_version: '' }, 'KubernetesVersion required ""'],
      [{ control_plane_ip: undefined }, 'ControlPlaneIP required ""'],
      [{ control_plane_ip: 'fd00::1' }, 'ControlPlaneIP ipv4 "fd00::1"'],
      [{ control_plane_ip: '::ffff:10.0.0.1' }, 'ControlPlaneIP ipv4 "::ffff:10.0.0.1"'],
      [{ control_plane_ip: '10.0.0.256' }, 'ControlPlaneIP ipv4 "10.0.0.256"'],
      [{ control_plane_ip: '10.0.0.01' }, 'ControlPlaneIP ipv4 "10.0.0.01"'],
      [{ control_plane_ip: ' 10.0.0.1' }, 'ControlPlaneIP ipv4 " 10.0.0.1"'],
      [{ vm_name_prefix: null }, 'VMNamePrefix required ""'],
      [{ description: 'é'.repeat(4001) }, `Description max=4000 "${'é'.repeat(4001)}"`],
      [{ description: '🚢'.repeat(4001) }, `Description max=4000 "${'🚢'.repeat(4001)}"`],
      [
        { created_by_xo_user_id: 'x'.repeat(4001) },
        `CreatedByXOUserID max=4000 "${'x'.repeat(4001)}"`,
      ],
      [{ tags: { '': 'v' } }, `Tags[] label_name=${labelText} ""`],
      [{ tags: { 'a b': 'v' } }, `Tags[a b] label_name=${labelText} "a b"`],
      [{ tags: { 'a/b': 'v' } }, `Tags[a/b] label_name=${labelText} "a/b"`],
      [{ tags: { '-a': 'v' } }, `Tags[-a] label_name=${labelText} "-a"`],
      [{ tags: { é: 'v' } }, `Tags[é] label_name=${labelText} "é"`],
      [{ tags: { ['a'.repeat(64)]: 'v' } }, `Tags[${'a'.repeat(64)}] max=63 "${'a'.repeat(64)}"`],
      [{ tags: { ['a'.repeat(65)]: 'v' } }, `Tags[${'a'.repeat(64)}…] max=63 "${'a'.repeat(65)}"`],
      [{ tags: { team: 'a b' } }, `Tags[team] label_value=(${labelText})? "a b"`],
      [{ tags: { team: 'a.' } }, `Tags[team] label_value=(${labelText})? "a."`],
      [{ tags: { team: 'b'.repeat(64) } }, `Tags[team] max=63 "${'b'.repeat(64)}"`],
      [{ tags: manyTags(1001) }, `Tags max=1000 ${JSON.stringify(manyTags(1001))}`],
    ]),
  )('%s', (_, changes, fault) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  test('for everything at once, in the order of the structure, an empty body', () => {
    expect(checkCreation({}).map(({ name }) => name)).toEqual([
      'ClusterCreateParams.Name',
      'ClusterCreateParams.ControlPlaneReplicas',
      'ClusterCreateParams.WorkerReplicas',
      'ClusterCreateParams.KubernetesVersion',
      'ClusterCreateParams.ControlPlaneIP',
      'ClusterCreateParams.VMNamePrefix',
    ]);
  });

  test('for all fields and both parts of a tag', () => {
    const request = {
      name: '!',
      control_plane_replicas: 0,
      worker_replicas: 0,
      kubernetes_version: '',
      control_plane_ip: '!',
      vm_name_prefix: '',
      description: '!'.repeat(4001),
      created_by_xo_user_id: '!'.repeat(4001),
      tags: { '!': '!', fine: '!', '?': '' },
    };
    expect(checkCreation(request).map(({ more: { field, tag } }) => `${field} ${tag}`)).toEqual([
      'Name dns_rfc1123_label',
      'ControlPlaneReplicas min',
      'WorkerReplicas min',
      'KubernetesVersion required',
      'ControlPlaneIP ipv4',
      'VMNamePrefix required',
      'Description max',
      'CreatedByXOUserID max',
      'Tags[!] label_name',
      'Tags[!] label_value',
      'Tags[fine] label_value',
      'Tags[?] label_name',
    ]);
  });
});

describe('any mixture of good and bad fields', () => {
  const pools = {
    name: ['demo', '0', '', null, undefined, 'A', 'a'.repeat(57)],
    control_plane_replicas: [1, 3, 0, -1, null, undefined],
    worker_replicas: [1, 0, undefined],
    kubernetes_version: ['1.36.9', '', null],
    control_plane_ip: ['10.0.0.1', '', 'x', undefined],
    vm_name_prefix: ['p', '', null],
    description: ['', 'd', null, 'd'.repeat(4001)],
    created_by_xo_user_id: [undefined, 'x', 'x'.repeat(4001)],
    tags: [null, {}, { a: 'b' }, { ' ': 'b' }, { a: ' ' }],
  };
  const order = [
    'Name',
    'ControlPlaneReplicas',
    'WorkerReplicas',
    'KubernetesVersion',
    'ControlPlaneIP',
    'VMNamePrefix',
    'Description',
    'CreatedByXOUserID',
    'Tags',
  ];

  test('is judged field by field, in the order of the structure', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      let state = seed;
      const entries = Object.entries(pools).map(([field, pool]) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return [field, pool[Math.floor((state / 2_147_483_648) * pool.length)]] as const;
      });
      const request = Object.fromEntries(entries) as CreationRequest;
      const alone = entries.flatMap(([field, value]) => faultsOf({ [field]: value }));
      const faults = checkCreation(request);
      expect(faultsOf(request)).toEqual(alone);
      const places = faults.map(({ more: { field } }) => order.indexOf(field.replace(/\[.*/, '')));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(refusalOf(() => creationParams(request)) === undefined).toBe(faults.length === 0);
    }
  });
});

describe('creationParams', () => {
  test('are the request with every gap filled', () => {
    const { description: _, created_by_xo_user_id: __, tags: ___, ...least } = sampleCreation;
    expect(creationParams({ ...least, tags: null })).toEqual({
      ...least,
      description: '',
      created_by_xo_user_id: '',
      tags: {},
    });
  });

  test('of a bad request are a refusal with all its faults', () => {
    const refused = refusalOf(() =>
      creationParams({ ...sampleCreation, name: '', worker_replicas: 0 }),
    );
    expect(refused?.problem).toMatchObject({
      status: 422,
      title: 'Validation Error',
      detail: 'Name is required, WorkerReplicas should be min=1',
    });
  });
});

/** Each case with a title in front of it. */
function titled(cases: readonly [CreationRequest, string][]): [string, CreationRequest, string][] {
  return cases.map(([changes, fault]) => {
    const sent = JSON.stringify(changes).slice(0, 60);
    return [`${sent}: ${fault.slice(0, 60)}`, changes, fault];
  });
}

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

function manyTags(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'v']));
}
