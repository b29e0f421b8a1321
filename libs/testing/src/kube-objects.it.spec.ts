import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '@slipway/kube-apiserver';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { startFaultProxy } from './fault-proxy/index.js';
import { KubeRefusal, kubeObjects, withNamespace, type KubeObjects } from './kube-objects.js';
import { realServers } from './real-servers.js';

const { kubeconfig } = realServers();
const suite = kubeconfig ? describe : describe.skip;

const aMachine = (namespace: string, name = 'demo-cp-1') => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name, namespace },
  spec: {
    clusterName: 'demo',
    bootstrap: { dataSecretName: 'demo' },
    infrastructureRef: {
      apiGroup: 'vates.infrastructure.cluster.x-k8s.io',
      kind: 'XOMachine',
      name,
    },
  },
});

suite('objects on a real API server', () => {
  let objects: KubeObjects;

  beforeAll(() => {
    objects = kubeObjects(kubeconfig!);
  });

  afterAll(() => objects.close());

  test('are created with their status, patched, listed and deleted', () =>
    withNamespace(objects, async (namespace) => {
      const machine = aMachine(namespace);
      const created = await objects.create({ ...machine, status: { phase: 'Running' } });
      expect(created).toMatchObject({ ...machine, status: { phase: 'Running' } });

      await objects.patch(machine, { metadata: { labels: { team: 'platform' } } });
      await objects.patchStatus(machine, { phase: 'Deleting' });
      expect(await objects.get(machine)).toMatchObject({
        metadata: { labels: { team: 'platform' } },
        status: { phase: 'Deleting' },
      });

      const { apiVersion, kind } = machine;
      expect(await objects.list({ apiVersion, kind, namespace })).toHaveLength(1);
      await objects.delete(machine);
      expect(await objects.find(machine)).toBeUndefined();
    }));

  test('of the core group and of irregular plurals are found too', () =>
    withNamespace(objects, async (namespace) => {
      const metadata = { name: 'defaults', namespace };
      await objects.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } });
      const classes = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'ClusterClass', namespace };
      const policies = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', namespace };
      expect(await objects.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace })).toHaveLength(
        1,
      );
      expect(await objects.list(classes)).toEqual([]);
      expect(await objects.list(policies)).toEqual([]);
    }));

  test('with an unknown field are refused, with what the server said', () =>
    withNamespace(objects, async (namespace) => {
      const machine = aMachine(namespace);
      const wrong = { ...machine, spec: { ...machine.spec, versoin: 'v1.36.8' } };
      const refusal = await objects.create(wrong).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(KubeRefusal);
      expect(refusal).toMatchObject({ status: 400 });
      expect(String(refusal)).toContain('unknown field "spec.versoin"');
    }));

  test('F5: a create whose reply is lost has happened', () =>
    withNamespace(objects, async (namespace) => {
      const config = parse(readFileSync(kubeconfig!, 'utf8'));
      const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
      const upstreamCa = Buffer.from(authority, 'base64').toString();
      const { hostname: host, port } = new URL(server);
      const proxy = await startFaultProxy({
        target: { host, port: Number(port) },
        tls: { upstreamCa },
      });
      const { token } = config.users[0].user;
      const through = connect({ url: `https://127.0.0.1:${proxy.port}`, token, ca: proxy.ca! });
      const path = `/apis/cluster.x-k8s.io/v1beta2/namespaces/${namespace}/machines`;

      expect(await through.ask({ path })).toMatchObject({ status: 200, body: { items: [] } });
      proxy.set({ kind: 'loseReply', request: /^POST / });
      const machine = aMachine(namespace);
      await expect(through.ask({ method: 'POST', path, body: machine })).rejects.toThrow(
        /ECONNRESET|hang up/,
      );
      expect(await objects.get(machine)).toMatchObject(machine);
      through.close();
      await proxy.close();
    }));
});
