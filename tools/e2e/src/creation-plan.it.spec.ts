import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  activationPatch,
  type CreationParams,
  decodeDefaults,
  dryRunUid,
  originOf,
  planCreation,
  type PlannedObject,
  refusedFields,
  type Role,
} from '@slipway/capi';
import { sampleCreation, sampleDefaults } from '@slipway/capi/builders';
import {
  create,
  Endpoints,
  KubeRest,
  managementCredentials,
  mergePatch,
  type Outcome,
  resourcePath,
} from '@slipway/kube';
import { kubeObjects, type KubeObjects, realServers, withNamespace } from '@slipway/testing';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

suite('the creation plan on a real API server with strict validation', () => {
  const endpoints = new Endpoints();
  let objects: KubeObjects;
  let rest: KubeRest;
  // Dry runs leave nothing behind; a namespace that every server has will do.
  const namespace = 'default';

  beforeAll(async () => {
    objects = kubeObjects(kubeconfig!);
    const credentials = await managementCredentials({ kubeClient: 'kubeconfig', kubeconfig });
    rest = new KubeRest({ credentials, endpoints });
  });
  afterAll(async () => {
    objects.close();
    await endpoints.destroy();
  });

  const send = ({ resource, object }: PlannedObject, dryRun: boolean) => {
    const path = resourcePath(resource, { namespace: object.metadata.namespace });
    return create(rest, { path, object, dryRun });
  };

  /** The refusals of a dry run of all seven, by role: status and fields. */
  async function refusals(of: Partial<Planning>): Promise<Partial<Record<Role, Refused>>> {
    const planned = plan({ namespace, clusterUid: dryRunUid, ...of });
    const outcomes = await Promise.all(
      planned.map(async (each): Promise<[Role, Outcome<unknown>]> => [
        each.role,
        await send(each, true),
      ]),
    );
    return Object.fromEntries(
      outcomes.flatMap(([role, outcome]) => {
        if (outcome.outcome === 'accepted') return [];
        if (outcome.outcome === 'unknown') throw new Error(outcome.because);
        const { code, message, details } = outcome.status;
        return [[role, { code, fields: refusedFields({ message, causes: details.causes }) }]];
      }),
    );
  }

  test.each<[string, Partial<Planning>]>([
    ['the sample', {}],
    ['no optional key', { data: { xoTags: undefined, cilium: undefined } }],
    [
      'no load balancer and no network plugin',
      { data: { controlPlaneLoadBalancer: '', cni: 'none' } },
    ],
    ['a Cilium beside kube-proxy', { data: { cilium: 'kubeProxyReplacement: false' } }],
    ['empty blocks where they may be', { data: emptyBlocks() }],
    [
      'dual stack',
      { data: { podCIDR: '10.0.0.0/8,fd00::/48', serviceCIDR: '10.96.0.0/12,fd01::/108' } },
    ],
    [
      'the longest names and tags',
      {
        data: { workerName: 'w'.repeat(6) },
        params: {
          name: 'a'.repeat(56),
          tags: { ['t'.repeat(63)]: 'v'.repeat(63), empty: '' },
        },
      },
    ],
    [
      'the longest texts, in emoji',
      { params: { description: '🚢\n'.repeat(2000), created_by_xo_user_id: '🚢'.repeat(4000) } },
    ],
    ['a NUL in a description', { params: { description: '\u0000' } }],
    ['half a surrogate pair in a description', { params: { description: '\ud83d' } }],
    ['a thousand tags', { params: { tags: manyTags(1000) } }],
    [
      'nothing but what is required',
      { params: { description: '', created_by_xo_user_id: '', tags: {} } },
    ],
  ])('takes all seven objects with %s', async (_, of) => {
    expect(await refusals(of)).toEqual({});
  });

  test.each<[key: string, text: string, role: Role, code: number, field: string]>([
    ['workerMachineSpec', 'templatID: a', 'worker-machines', 400, 'spec.template.spec.templatID'],
    [
      'controlPlaneMachineSpec',
      'networkConfig: {networks: [{networkId: a}]}',
      'control-plane-machines',
      400,
      'spec.template.spec.networkConfig.networks[0].networkId',
    ],
    [
      'controlPlaneMachineSpec',
      'resourceSet: {cpus: 0}',
      'control-plane-machines',
      422,
      'spec.template.spec.resourceSet.cpus',
    ],
    ['workerMachineSpec', 'tags: [2026]', 'worker-machines', 422, 'spec.template.spec.tags[2]'],
    [
      'workerKubeadmConfig',
      'preKubeadmCommand: [a]',
      'worker-bootstrap',
      400,
      'spec.template.spec.preKubeadmCommand',
    ],
    ['workerKubeadmConfig', 'joinConfiguration:', 'worker-bootstrap', 422, 'spec.template.spec'],
    ['workerKubeadmConfig', '{}', 'worker-bootstrap', 422, 'spec.template.spec'],
    [
      'workerKubeadmConfig',
      'preKubeadmCommands: echo',
      'worker-bootstrap',
      422,
      'spec.template.spec.preKubeadmCommands',
    ],
    [
      'controlPlaneKubeadmConfig',
      'clusterConfiguration: {networking: {dnsDomain: a}}',
      'control-plane',
      400,
      'spec.kubeadmConfigSpec.clusterConfiguration.networking',
    ],
    [
      'controlPlaneKubeadmConfig',
      'clusterConfiguration: text',
      'control-plane',
      422,
      'spec.kubeadmConfigSpec.clusterConfiguration',
    ],
    [
      'controlPlaneKubeadmConfig',
      'files: [{path: /a, permissions: 0640, content: a}]',
      'control-plane',
      422,
      'spec.kubeadmConfigSpec.files[0].permissions',
    ],
  ])(
    'refuses %s with %j, and the field leads back to the key',
    async (key, text, role, code, field) => {
      expect(await refusals({ data: { [key]: text } })).toEqual({
        [role]: { code, fields: [field] },
      });
      expect(originOf({ role, field })).toEqual({ key });
    },
  );

  test('is created for real, in order, and activated once', async () => {
    await withNamespace(objects, async (own) => {
      const [cluster, ...others] = plan({ namespace: own, clusterUid: dryRunUid });
      const created = accepted(await send(cluster!, false));
      const planned = plan({ namespace: own, clusterUid: created.metadata.uid });
      expect(planned[0]).toEqual(cluster);
      for (const [index, { role }] of others.entries()) {
        const each = planned[index + 1]!;
        expect(each.role).toBe(role);
        const stored = accepted(await send(each, false));
        // What the server adds are defaults; nothing that was sent is lost.
        expect(stored).toMatchObject(each.object);
      }

      const path = resourcePath(cluster!.resource, { namespace: own, name: created.metadata.name });
      const patch = activationPatch(created.metadata.resourceVersion);
      const active = accepted(await mergePatch(rest, { path, patch }));
      expect(active.spec).not.toHaveProperty('paused');
      const late = await mergePatch(rest, { path, patch });
      expect(late).toMatchObject({ outcome: 'rejected', status: { code: 409 } });
    });
  });
});

interface Refused {
  readonly code: number;
  readonly fields: readonly string[];
}

interface Planning {
  readonly namespace: string;
  readonly clusterUid: string;
  readonly data: Readonly<Record<string, string | undefined>>;
  readonly params: Partial<CreationParams>;
}

function plan({
  namespace,
  clusterUid,
  data = {},
  params = {},
}: Pick<Planning, 'namespace' | 'clusterUid'> & Partial<Planning>): readonly PlannedObject[] {
  const keys = Object.entries({ ...sampleDefaults, ...data }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const decoded = decodeDefaults(Object.fromEntries(keys));
  if ('faults' in decoded) throw new Error(JSON.stringify(decoded.faults));
  return planCreation({
    params: { ...sampleCreation, ...params },
    defaults: decoded.defaults,
    namespace,
    clusterUid,
  });
}

function emptyBlocks() {
  return {
    controlPlaneMachineSpec: '{}',
    workerMachineSpec: '{}',
    controlPlaneKubeadmConfig: '{}',
  };
}

function manyTags(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'v']));
}

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly spec: object;
}

function accepted(outcome: Outcome<unknown>): Stored {
  if (outcome.outcome !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.object as Stored;
}
