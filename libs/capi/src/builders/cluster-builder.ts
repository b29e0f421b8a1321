import { upgradeAnnotationKey } from '@slipway/contracts';
import { createdByAnnotation, descriptionAnnotation, tagLabelPrefix } from '../cluster/index.js';
import {
  conditionObject,
  withCondition,
  type ConditionDetails,
  type ConditionStatus,
} from './conditions.js';
import { ObjectBuilder } from './object-builder.js';
import {
  atRest,
  clusterAtRest,
  converged,
  type ClusterNetworkObject,
  type ClusterReplicas,
  type CountersObject,
  type RawCluster,
} from './raw-cluster.js';

/** A Cluster of `cluster.x-k8s.io/v1beta2`; from the start one at rest: 3 + 2 nodes of v1.36.8. */
export function aCluster(name = 'demo'): ClusterBuilder {
  return new ClusterBuilder(() => clusterAtRest(name));
}

export class ClusterBuilder extends ObjectBuilder<RawCluster> {
  /** As the API server has it before any controller has seen it: no status at all. */
  fresh(): this {
    return this.with((draft) => {
      delete draft.status;
      delete draft.spec.controlPlaneEndpoint;
    });
  }

  paused(paused = true): this {
    return this.with((draft) => (draft.spec.paused = paused));
  }

  describedAs(text: string): this {
    return this.annotation(descriptionAnnotation, text);
  }

  createdBy(user: string): this {
    return this.annotation(createdByAnnotation, user);
  }

  tag(name: string, value: string): this {
    return this.label(`${tagLabelPrefix}${name}`, value);
  }

  /** The upgrade annotation: an operation as an object, or any text. */
  upgrading(operation: object | string): this {
    const text = typeof operation === 'string' ? operation : JSON.stringify(operation);
    return this.annotation(upgradeAnnotationKey, text);
  }

  network(network: ClusterNetworkObject): this {
    return this.with((draft) => (draft.spec.clusterNetwork = network));
  }

  endpoint(host: string, port = 6443): this {
    return this.with((draft) => (draft.spec.controlPlaneEndpoint = { host, port }));
  }

  phase(phase: string): this {
    return this.status((status) => (status.phase = phase));
  }

  initialized(flags: { controlPlane?: boolean; infrastructure?: boolean }): this {
    const { controlPlane, infrastructure } = flags;
    return this.status((status) => {
      status.initialization = {
        ...(controlPlane === undefined ? {} : { controlPlaneInitialized: controlPlane }),
        ...(infrastructure === undefined ? {} : { infrastructureProvisioned: infrastructure }),
      };
    });
  }

  /** All nodes there and ready, at one version. */
  withNodes({ controlPlane, workers, version }: Partial<ClusterReplicas>): this {
    const at = version ?? atRest.version;
    return this.controlPlane(converged(controlPlane ?? atRest.controlPlane, at)).workers(
      converged(workers ?? atRest.workers, at),
    );
  }

  /** Some counters of the control plane; the others stay. */
  controlPlane(counters: CountersObject): this {
    return this.status((status) => (status.controlPlane = { ...status.controlPlane, ...counters }));
  }

  /** Some counters of the workers; the others stay. */
  workers(counters: CountersObject): this {
    return this.status((status) => (status.workers = { ...status.workers, ...counters }));
  }

  /** A condition, of the current generation unless told otherwise. */
  condition(type: string, status: ConditionStatus, details: ConditionDetails = {}): this {
    return this.with((draft) => {
      const condition = conditionObject(type, status, {
        observedGeneration: draft.metadata.generation,
        ...details,
      });
      draft.status ??= {};
      draft.status.conditions = withCondition(draft.status.conditions, condition);
    });
  }

  withoutCondition(type: string): this {
    return this.status((status) => {
      status.conditions = (status.conditions ?? []).filter((each) => each.type !== type);
    });
  }

  private status(change: (status: NonNullable<RawCluster['status']>) => void): this {
    return this.with((draft) => change((draft.status ??= {})));
  }
}
