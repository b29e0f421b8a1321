import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import {
  connect,
  connectByKubeconfig,
  findClusterApiCrds,
  startKubernetes,
  xoCrds,
  type Answer,
  type Connection,
  type Kubernetes,
} from '../index.mjs';

const assets = process.env['SLIPWAY_TEST_KUBERNETES'];
const suite = assets ? describe : describe.skip;

const vates = 'vates.infrastructure.cluster.x-k8s.io/v1beta2';
const paths = {
  clusters: '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters',
  xoClusters: `/apis/${vates}/namespaces/default/xoclusters`,
  machineTemplates: `/apis/${vates}/namespaces/default/xomachinetemplates`,
};

const groups = [
  ['cluster.x-k8s.io/v1beta2', ['Cluster', 'Machine', 'MachineDeployment', 'MachineSet']],
  ['controlplane.cluster.x-k8s.io/v1beta2', ['KubeadmControlPlane']],
  ['bootstrap.cluster.x-k8s.io/v1beta2', ['KubeadmConfig', 'KubeadmConfigTemplate']],
  [vates, ['XOCluster', 'XOClusterTemplate', 'XOMachine', 'XOMachineTemplate']],
] as const;

const aMachineTemplate = (name: string, spec: object) => ({
  apiVersion: vates,
  kind: 'XOMachineTemplate',
  metadata: { name },
  spec: { template: { spec } },
});

const aCluster = (name: string) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name, labels: { 'tags.vmk.vates.tech/environment': 'development' } },
  spec: {
    clusterNetwork: { pods: { cidrBlocks: ['10.244.0.0/16'] }, serviceDomain: 'cluster.local' },
    infrastructureRef: {
      apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
      kind: 'XOCluster',
      name,
    },
  },
});

suite('a real API server', () => {
  let kubernetes: Kubernetes;
  let api: Connection;

  beforeAll(async () => {
    const clusterApi = (await findClusterApiCrds('1.14')) ?? [];
    kubernetes = await startKubernetes({
      assets: assets!,
      crds: [...clusterApi, ...xoCrds()],
      apiServerArgs: ['--feature-gates=ListFromCacheSnapshot=false'],
    });
    api = connectByKubeconfig(kubernetes.kubeconfig);
  }, 120_000);

  afterAll(async () => {
    api?.close();
    await kubernetes?.stop();
    expect(existsSync(kubernetes.dir)).toBe(false);
  });

  test('says which version it is', async () => {
    expect(await api.ask({ path: '/version' })).toMatchObject({
      status: 200,
      body: { gitVersion: expect.stringMatching(/^v1\.\d+\.\d+/) },
    });
  });

  test.each(groups)('offers %s with %s', async (groupVersion, kinds) => {
    const { body } = await api.ask({ path: `/apis/${groupVersion}` });
    const { resources } = body as { resources: { kind: string }[] };
    expect(resources.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
  });

  test('refuses a field of an XO kind that nobody declared', async () => {
    const body = aMachineTemplate('misspelt', { namePrefix: 'lab--worker', poolid: 'x' });
    expect(await create(paths.machineTemplates, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('unknown field "spec.template.spec.poolid"') },
    });
  });

  test.each([
    ['no name prefix', { templateID: 'x' }, 'namePrefix: Required value'],
    ['memory that is no quantity', { namePrefix: 'a', resourceSet: { memory: '8 GB' } }, 'memory'],
    ['a bootstrap format of its own', { namePrefix: 'a', bootstrap: { format: 'x' } }, 'cloudinit'],
  ])('refuses an XO machine with %s', async (_, spec, complaint) => {
    expect(await create(paths.machineTemplates, aMachineTemplate('wrong', spec))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(complaint) },
    });
  });

  test('fills the defaults of an XOCluster and keeps its status apart', async () => {
    const body = {
      apiVersion: vates,
      kind: 'XOCluster',
      metadata: { name: 'demo' },
      spec: { controlPlaneLB: 'kube-vip', addons: { cni: 'cilium' } },
      status: { ready: true },
    };
    const created = await create(paths.xoClusters, body);
    expect(created).toMatchObject({
      status: 201,
      body: { spec: { injectSSHKeys: false, addons: { ccm: true, csi: true, cni: 'cilium' } } },
    });
    expect(created.body).not.toHaveProperty('status');
  });

  test('gives a Cluster back as it was written, its status through the subresource', async () => {
    const written = aCluster('round-trip');
    expect(await create(paths.clusters, written)).toMatchObject({ status: 201, body: written });
    const status = {
      phase: 'Provisioned',
      controlPlane: { desiredReplicas: 3, versions: [{ version: 'v1.36.8', replicas: 3 }] },
    };
    const answer = await api.ask({
      method: 'PATCH',
      path: `${paths.clusters}/round-trip/status?fieldValidation=Strict`,
      contentType: 'application/merge-patch+json',
      body: { status },
    });
    expect(answer).toMatchObject({ status: 200, body: { ...written, status } });
  });

  test('refuses a stranger and gives nobody no rights', async () => {
    const { url, caFile } = kubernetes;
    const stranger = connect({ url, token: 'guessed', ca: readFileSync(caFile, 'utf8') });
    const nobody = connectByKubeconfig(kubernetes.nobody.kubeconfig);
    expect(await stranger.ask({ path: paths.clusters })).toMatchObject({ status: 401 });
    expect(await nobody.ask({ path: paths.clusters })).toMatchObject({ status: 403 });
    stranger.close();
    nobody.close();
  });

  test('answers 410 to the second page of a list once compacted', async () => {
    for (const name of ['page-one', 'page-two']) await create(paths.clusters, aCluster(name));
    const { body } = await api.ask({ path: `${paths.clusters}?limit=1` });
    const next = (body as { metadata: { continue: string } }).metadata.continue;
    await create(paths.clusters, aCluster('moves-the-revision'));
    await kubernetes.compact();
    const page = await api.ask({
      path: `${paths.clusters}?limit=1&continue=${encodeURIComponent(next)}`,
    });
    expect(page).toMatchObject({ status: 410, body: { reason: 'Expired' } });
  });

  test('has its objects still after being killed and started again', async () => {
    await create(paths.clusters, aCluster('survivor'));
    await kubernetes.kill();
    await expect(api.ask({ path: '/readyz' })).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/);
    await kubernetes.restart();
    expect(await api.ask({ path: `${paths.clusters}/survivor` })).toMatchObject({
      status: 200,
      body: { metadata: { name: 'survivor' } },
    });
  }, 60_000);

  function create(path: string, body: unknown): Promise<Answer> {
    return api.ask({ method: 'POST', path: `${path}?fieldValidation=Strict`, body });
  }
});

test('a folder without the programs is an error that names the missing one', async () => {
  await expect(startKubernetes({ assets: '/nowhere' })).rejects.toThrow(
    /etcd could not be started/,
  );
});
