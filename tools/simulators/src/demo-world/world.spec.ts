import { describe, expect, test } from '@jest/globals';
import { Catalogue } from '@slipway/capi';
import { apiVersionOf, at, prune, validate, type KubeObject } from '../api/index.js';
import { managementKinds, workloadClusterKinds } from '../kinds/index.js';
import { planClusters } from './plan.js';
import { commonObjects, simulateCluster } from './world.js';

const now = new Date('2026-10-22T10:00:00Z');
const namespace = 'capi-system';
const worlds = planClusters().map((plan) => ({
  plan,
  ...simulateCluster(plan, { namespace, now }),
}));

const nameOf = ({ kind, metadata }: KubeObject) =>
  `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
const ofKind = (objects: readonly KubeObject[], kind: string) =>
  objects.filter((object) => object.kind === kind);

describe('the demo world', () => {
  test('has three clusters of 3 + 5 Machines, of versions on offer', () => {
    const catalogue = new Catalogue();
    expect(worlds.map(({ name }) => name)).toEqual(['atlas', 'borealis', 'cirrus']);
    for (const { plan, objects } of worlds) {
      expect(catalogue.has(plan.version.slice(1))).toBe(true);
      const machines = ofKind(objects, 'Machine');
      const roles = machines.filter(
        ({ metadata }) => 'cluster.x-k8s.io/control-plane' in (metadata.labels ?? {}),
      );
      expect({ machines: machines.length, controlPlane: roles.length }).toEqual({
        machines: 8,
        controlPlane: 3,
      });
    }
  });

  test('obeys its own schemas, names every object once, and knows no field that they do not', () => {
    for (const { name, objects, inside, kubeconfigSecret } of worlds) {
      const management = [...commonObjects(namespace, now), ...objects, kubeconfigSecret(name)];
      for (const [all, kinds] of [
        [management, managementKinds],
        [inside, workloadClusterKinds],
      ] as const) {
        expect(new Set(all.map(nameOf)).size).toBe(all.length);
        for (const object of all) {
          const kind = kinds.find(
            (one) => one.kind === object.kind && apiVersionOf(one) === object.apiVersion,
          );
          expect(kind?.kind).toBe(object.kind);
          if (!kind) continue;
          expect({ [nameOf(object)]: validate(kind.schema, object) }).toEqual({
            [nameOf(object)]: [],
          });
          expect(prune(kind.schema, object).unknown).toEqual([]);
        }
      }
    }
  });

  test('every Machine has its Node, its virtual machine and an address of its own', () => {
    for (const { objects, inside } of worlds) {
      const machines = ofKind(objects, 'Machine');
      const nodes = new Map(ofKind(inside, 'Node').map((node) => [node.metadata.name, node]));
      const addresses = machines.map((machine) => {
        const node = nodes.get(String(at(machine, 'status', 'nodeRef', 'name')));
        expect(at(node, 'spec', 'providerID')).toBe(at(machine, 'spec', 'providerID'));
        return JSON.stringify(at(machine, 'status', 'addresses'));
      });
      expect(new Set(addresses).size).toBe(8);
    }
  });

  test('owners exist', () => {
    for (const { objects, inside } of worlds) {
      const uids = new Set([...objects, ...inside].map(({ metadata }) => metadata.uid));
      for (const { metadata, kind } of [...objects, ...inside])
        for (const owner of metadata.ownerReferences ?? [])
          expect({
            kind,
            owner: owner.kind,
            known: uids.has(owner.uid) || owner.kind === 'Node',
          }).toEqual({
            kind,
            owner: owner.kind,
            known: true,
          });
    }
  });

  test('has a Pod for every rule of a drain', () => {
    for (const { inside } of worlds) {
      const pods = ofKind(inside, 'Pod');
      const owned = (kind: string) =>
        pods.filter(({ metadata }) =>
          metadata.ownerReferences?.some((owner) => owner.kind === kind),
        );
      const count = {
        daemons: owned('DaemonSet').length,
        mirrors: pods.filter(
          ({ metadata }) => metadata.annotations?.['kubernetes.io/config.mirror'],
        ).length,
        bare: pods.filter(({ metadata }) => !metadata.ownerReferences).length,
        finished: pods.filter(({ status }) => status?.['phase'] === 'Succeeded').length,
        local: pods.filter(({ spec }) => JSON.stringify(spec).includes('emptyDir')).length,
      };
      expect(count).toEqual({ daemons: 16, mirrors: 12, bare: 2, finished: 1, local: 1 });
    }
  });

  test('keeps names and virtual machines over restarts', () => {
    const again = planClusters().map((plan) => simulateCluster(plan, { namespace, now }));
    const identity = ({ objects }: { objects: readonly KubeObject[] }) =>
      ofKind(objects, 'Machine').map(({ metadata, spec }) => [metadata.name, spec?.['providerID']]);
    expect(again.map(identity)).toEqual(worlds.map(identity));
  });

  test('can be made larger, with names that stay apart', () => {
    const [, , , fourth] = planClusters({ clusters: 4, workers: 600 });
    if (!fourth) throw new Error('no fourth cluster');
    const { objects, name } = simulateCluster(fourth, { namespace, now });
    const machines = ofKind(objects, 'Machine');
    expect(name).toBe('cluster-0004');
    expect(new Set(machines.map(({ metadata }) => metadata.name)).size).toBe(603);
  });
});
