import { createdByAnnotation, descriptionAnnotation, tagLabelPrefix } from '../../cluster/index.js';
import { type ClusterDefaults } from '../defaults/index.js';
import { namesFor } from '../names.js';
import { type CreationParams } from '../request/index.js';
import { apiVersionOf, cluster, controlPlane, referenceTo, xoCluster } from '../../kinds.js';
import { clusterNameLabel, type PlannedObject } from './planned-object.js';

/**
 * The Cluster, paused until every other object exists. Its endpoint stays unset: Cluster API copies it
 * from the infrastructure.
 */
export function plannedCluster(of: {
  readonly params: CreationParams;
  readonly defaults: ClusterDefaults;
  readonly namespace: string;
}): PlannedObject {
  const { params, defaults, namespace } = of;
  const { name } = params;
  const annotations = annotationsOf(params);
  const metadata = {
    name,
    namespace,
    labels: { [clusterNameLabel]: name, ...tagLabels(params.tags) },
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
  };
  const spec = {
    paused: true,
    clusterNetwork: {
      pods: { cidrBlocks: defaults.podCIDR },
      services: { cidrBlocks: defaults.serviceCIDR },
      serviceDomain: defaults.serviceDomain,
    },
    controlPlaneRef: referenceTo(controlPlane, namesFor(name, defaults.workerName).controlPlane),
    infrastructureRef: referenceTo(xoCluster, name),
  };
  const object = { apiVersion: apiVersionOf(cluster), kind: cluster.kind, metadata, spec };
  return { role: 'cluster', resource: cluster, object };
}

function annotationsOf({ description, created_by_xo_user_id: creator }: CreationParams) {
  return {
    ...(description === '' ? {} : { [descriptionAnnotation]: description }),
    ...(creator === '' ? {} : { [createdByAnnotation]: creator }),
  };
}

function tagLabels(tags: Readonly<Record<string, string>>): Record<string, string> {
  const labels = Object.entries(tags).map(([tag, value]) => [`${tagLabelPrefix}${tag}`, value]);
  return Object.fromEntries(labels) as Record<string, string>;
}
