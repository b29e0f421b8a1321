import { type z } from 'zod';
import { type Role } from './call.js';
import {
  ClusterCreateParams,
  ClusterDescriptionParams,
  ClusterReplicasParams,
  createCluster,
  deleteCluster,
  describeCluster,
  pauseCluster,
  resumeCluster,
  scaleControlPlane,
  scaleWorkers,
} from './cluster-changes.js';
import { getCluster, listClusters } from './clusters.js';
import { getClusterConfig } from './config.js';
import {
  badRequest,
  bodyTooLarge,
  deadlineExceeded,
  decodingFailed,
  type ErrorKind,
  interrupted,
  managementUnavailable,
  outcomeUnknown,
  serviceUnavailable,
  unexpectedFault,
  unsupportedMediaType,
} from './errors.js';
import {
  cordonNode,
  deleteNode,
  drainNode,
  NodeDrainParams,
  pauseNode,
  resumeNode,
  uncordonNode,
} from './node-changes.js';
import { getNode, listClusterNodes, listNodes } from './nodes.js';
import { type Contract } from './rpc.js';
import {
  ClusterTagParams,
  deleteClusterTag,
  getClusterTag,
  listAllTags,
  listClusterTags,
  setClusterTag,
} from './tags.js';
import { listVersions } from './versions.js';
import { listVolumes } from './volumes.js';

/** What a route of the API may answer: its success, and by way of its contract every refusal. */
export interface RouteAnswers {
  /** `PUT /kubernetes/clusters/{id}/description` */
  readonly route: string;
  readonly role: Role;
  readonly success: number;
  readonly contract: Contract;
  /** Of a route that takes a body. */
  readonly body?: z.ZodObject;
}

const cluster = '/kubernetes/clusters/{id}';
const node = `${cluster}/nodes/{nodeID}`;
const viewer = { role: 'viewer', success: 200 } as const;
const operator = { role: 'operator', success: 204 } as const;
const admin = { role: 'admin', success: 204 } as const;

/**
 * Every route that a service answers, in one place: the gateway's controllers agree with it, its page of
 * errors is made of it, and each of its refusals has a test that provokes it. Source: VMK Engine.
 */
export const routes: readonly RouteAnswers[] = [
  { ...viewer, route: 'GET /kubernetes/clusters', contract: listClusters },
  { ...viewer, route: `GET ${cluster}`, contract: getCluster },
  { ...viewer, route: `GET ${cluster}/nodes`, contract: listClusterNodes },
  { ...viewer, route: `GET ${cluster}/volumes`, contract: listVolumes },
  { ...viewer, route: `GET ${cluster}/config`, contract: getClusterConfig, role: 'admin' },
  { ...viewer, route: `GET ${cluster}/tags`, contract: listClusterTags },
  { ...viewer, route: `GET ${cluster}/tags/{tag}`, contract: getClusterTag },
  { ...viewer, route: 'GET /kubernetes/nodes', contract: listNodes },
  { ...viewer, route: 'GET /kubernetes/nodes/{id}', contract: getNode },
  { ...viewer, route: 'GET /kubernetes/tags', contract: listAllTags },
  { ...viewer, route: 'GET /kubernetes/versions-available', contract: listVersions },
  {
    ...admin,
    success: 200,
    route: 'POST /kubernetes/clusters',
    contract: createCluster,
    body: ClusterCreateParams,
  },
  { ...admin, route: `DELETE ${cluster}`, contract: deleteCluster },
  {
    ...operator,
    route: `PUT ${cluster}/description`,
    contract: describeCluster,
    body: ClusterDescriptionParams,
  },
  {
    ...operator,
    route: `PUT ${cluster}/workers/replicas`,
    contract: scaleWorkers,
    body: ClusterReplicasParams,
  },
  {
    ...operator,
    route: `PUT ${cluster}/control-plane/replicas`,
    contract: scaleControlPlane,
    body: ClusterReplicasParams,
  },
  { ...operator, route: `POST ${cluster}/reconciliation/pause`, contract: pauseCluster },
  { ...operator, route: `POST ${cluster}/reconciliation/resume`, contract: resumeCluster },
  {
    ...operator,
    route: `PUT ${cluster}/tags/{tag}`,
    contract: setClusterTag,
    body: ClusterTagParams,
  },
  { ...operator, route: `DELETE ${cluster}/tags/{tag}`, contract: deleteClusterTag },
  { ...admin, route: `DELETE ${node}`, contract: deleteNode },
  { ...operator, route: `POST ${node}/reconciliation/pause`, contract: pauseNode },
  { ...operator, route: `POST ${node}/reconciliation/resume`, contract: resumeNode },
  { ...operator, route: `POST ${node}/cordon`, contract: cordonNode },
  { ...operator, route: `POST ${node}/uncordon`, contract: uncordonNode },
  { ...operator, route: `POST ${node}/drain`, contract: drainNode, body: NodeDrainParams },
];

/** What any request to a service can meet, whatever it asks. */
export const refusedAnywhere: readonly ErrorKind[] = [
  serviceUnavailable,
  managementUnavailable,
  outcomeUnknown,
  interrupted,
  deadlineExceeded,
  unexpectedFault,
];

/** What a body can meet before it is understood. */
export const refusedBodies: readonly ErrorKind[] = [
  decodingFailed,
  bodyTooLarge,
  unsupportedMediaType,
];

/** Every refusal of a route, each once; one without a contract asks no service. */
export function refusalsOf({
  path,
  contract,
  body,
}: {
  readonly path: string;
  readonly contract?: Contract | undefined;
  readonly body?: unknown;
}): readonly ErrorKind[] {
  const kinds = [
    ...(contract ? [...contract.errors, ...refusedAnywhere] : [unexpectedFault]),
    ...(path.includes('{') ? [badRequest] : []),
    ...(body ? refusedBodies : []),
  ];
  return [...new Map(kinds.map((kind) => [kind.code, kind])).values()];
}
