import { type GoldenLine } from './golden-line.js';

const notFound = (ask: string, what: string): GoldenLine => ({
  section: 'HTTP errors',
  ask,
  status: 404,
  text: `{"title":"Not Found","status":404,"detail":${JSON.stringify(what)}}`,
});

const snapshot = [
  ...['name', 'description', 'phase', 'created_at', 'control_plane_endpoint', 'is_available'],
  ...['is_reconciliation_paused', 'is_deleting', 'is_scaling', 'is_upgrading', 'tags'],
  ...['control_plane_status', 'worker_status', 'id'],
].join();
const nodeSnapshot = [
  ...['name', 'role', 'status', 'vm_id', 'is_reconciliation_paused', 'is_deleting', '$cluster'],
  ...['id', 'node_name', 'ips'],
].join();

const group = (replicas: number) =>
  `{"desired_replicas":${replicas},"replicas":${replicas},"ready_replicas":${replicas},` +
  `"available_replicas":${replicas},"up_to_date_replicas":${replicas},` +
  `"versions":[${replicas ? `{"version":"v1.36.8","replicas":${replicas}}` : ''}]}`;

/** Answers of a namespace without a Cluster. */
export const emptyLines: readonly GoldenLine[] = [
  {
    section: 'Check that the service is running',
    ask: 'GET /ping',
    status: 200,
    text: '{"message":"pong"}',
  },
  { section: 'Examples', ask: 'GET /kubernetes/tags', status: 200, text: '{"result":{}}' },
  { section: 'HTTP API', ask: 'GET /kubernetes/clusters', status: 200, text: '[]' },
  { section: 'HTTP API', ask: 'GET /kubernetes/nodes', status: 200, text: '[]' },
];

/** Answers of the golden world. */
export const readLines: readonly GoldenLine[] = [
  {
    section: 'Server configuration',
    ask: 'GET /swagger/openapi.json',
    status: 200,
    text: /^\{"openapi":"3\.1\.0"/,
  },
  {
    section: 'Server configuration',
    ask: 'GET /swagger/',
    status: 200,
    type: 'text/html; charset=utf-8',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=name,phase',
    status: 200,
    text: '[{"name":"demo","phase":"Provisioned"},{"name":"no-tags","phase":"Pending"}]',
  },
  ...['?fields=', '?fields=*'].map((query) => ({
    section: 'Examples',
    ask: `GET /kubernetes/clusters${query}`,
    status: 200,
    as: 'GET /kubernetes/clusters',
  })),
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=name,control_plane_status.ready_replicas',
    status: 200,
    text:
      '[{"name":"demo","control_plane_status":{"ready_replicas":3}},' +
      '{"name":"no-tags","control_plane_status":{"ready_replicas":0}}]',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=name,unknown,mal..formed,.',
    status: 200,
    text: '[{"name":"demo"},{"name":"no-tags"}]',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=unknown,mal..formed,.',
    status: 200,
    text: '[{},{}]',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=phase,name',
    status: 200,
    as: 'GET /kubernetes/clusters?fields=name,phase',
  },
  {
    section: 'Payload examples',
    ask: `GET /kubernetes/clusters?fields=${snapshot}`,
    status: 200,
    text:
      '[{"name":"demo","description":"Cluster de développement","phase":"Provisioned",' +
      '"created_at":"<date>T<time>Z","control_plane_endpoint":"https://10.30.138.14:6443",' +
      '"is_available":true,"is_reconciliation_paused":false,"is_scaling":false,"is_upgrading":false,' +
      `"tags":{"environment":"production"},"control_plane_status":${group(3)},` +
      `"worker_status":${group(2)},"id":"<cluster demo>"},` +
      '{"name":"no-tags","phase":"Pending","created_at":"<date>T<time>Z",' +
      '"is_available":false,"is_reconciliation_paused":true,"is_upgrading":false,' +
      `"control_plane_status":${group(0)},"worker_status":${group(0)},"id":"<cluster no-tags>"}]`,
  },
  {
    section: 'Features',
    ask: 'GET /kubernetes/clusters?fields=name,is_control_plane_initialized,is_infrastructure_provisioned',
    status: 200,
    text:
      '[{"name":"demo","is_control_plane_initialized":false,"is_infrastructure_provisioned":true},' +
      '{"name":"no-tags"}]',
  },
  {
    section: 'Features',
    ask: 'GET /kubernetes/clusters?fields=name,api_server_port,pod_cidr_blocks,service_cidr_blocks,service_domain,control_plane_endpoint',
    status: 200,
    text:
      '[{"name":"demo","control_plane_endpoint":"https://10.30.138.14:6443","api_server_port":6444,' +
      '"pod_cidr_blocks":["10.244.0.0/16","fd00:244::/56"],"service_cidr_blocks":["10.96.0.0/12"],' +
      '"service_domain":"cluster.local"},{"name":"no-tags","api_server_port":6443}]',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters?fields=name,description,created_by_xo_user_id',
    status: 200,
    text:
      '[{"name":"demo","description":"Cluster de développement","created_by_xo_user_id":"xo-user-123"},' +
      '{"name":"no-tags"}]',
  },
  {
    section: 'Cordon, uncordon and drain',
    ask: 'GET /kubernetes/clusters?fields=name,is_cordon,is_draining',
    status: 200,
    text: '[{"name":"demo","is_cordon":true,"is_draining":true},{"name":"no-tags"}]',
  },
  {
    section: 'Payload examples',
    ask: `GET /kubernetes/clusters/<cluster demo>/nodes?fields=${nodeSnapshot}`,
    status: 200,
    text:
      '[{"name":"demo-worker-abc","role":"worker","status":"Ready",' +
      '"vm_id":"6b4967fc-cab4-4d90-a581-a09c8894c3da","is_reconciliation_paused":false,' +
      '"$cluster":"<cluster demo>","id":"<node demo-worker-abc>","node_name":"worker-01",' +
      '"ips":["10.30.138.21"]},' +
      '{"name":"demo-worker-old","role":"worker","status":"Ready",' +
      '"vm_id":"…","is_reconciliation_paused":true,"is_deleting":true,' +
      '"$cluster":"<cluster demo>","id":"<node demo-worker-old>","node_name":"worker-1",' +
      '"ips":["10.0.0.11","2001:db8::1"]}]',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/nodes?fields=name,version',
    status: 200,
    text:
      '[{"name":"demo-worker-abc","version":"v1.36.8"},' +
      '{"name":"demo-worker-old","version":"v1.36.0"}]',
  },
  {
    section: 'Cordon, uncordon and drain',
    ask: 'GET /kubernetes/nodes?fields=name,is_cordon,is_draining',
    status: 200,
    text:
      '[{"name":"demo-worker-abc","is_cordon":false,"is_draining":false},' +
      '{"name":"demo-worker-old","is_cordon":true,"is_draining":true}]',
  },
  {
    section: 'Workload volumes',
    ask: 'GET /kubernetes/clusters/<cluster demo>/volumes',
    status: 200,
    text:
      '[{"name":"pvc-3f2a","capacity_bytes":10737418240,"phase":"Bound","reclaim_policy":"Delete",' +
      '"storage_class":"xo","access_modes":["ReadWriteOnce"],"volume_mode":"Filesystem",' +
      '"created_at":"<date> <time> +0000 UTC","claim":{"namespace":"app","name":"data"},' +
      '"source":{"type":"csi","csi":{"driver":"csi.xenorchestra.vates.tech",' +
      '"volume_handle":"aaaaaaaa-0000-0000-0000-000000000010",' +
      '"xo":{"sr_id":"…","pool_id":"…","storage_type":"shared"}}},' +
      '"attached_nodes":[{"id":"<node demo-worker-old>","node_name":"worker-1","vm_id":"…"}]}]',
  },
  {
    section: 'Workload volumes',
    ask: 'GET /kubernetes/clusters?fields=name,volumes.name,volumes.source.csi.xo',
    status: 200,
    text:
      '[{"name":"demo","volumes":[{"name":"pvc-3f2a","source":{"csi":{"xo":' +
      '{"sr_id":"…","pool_id":"…","storage_type":"shared"}}}}]},{"name":"no-tags"}]',
  },
  {
    section: 'HTTP API',
    ask: 'GET /kubernetes/clusters/<cluster no-tags>/volumes',
    status: 503,
    text: '{"title":"Service Unavailable","status":503,"detail":"…"}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters/<cluster no-tags>/config',
    status: 200,
    text: '{"kubeconfig":"apiVersion: v1\\nkind: Config"}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/tags',
    status: 200,
    text: '{"result":{"demo":{"environment":"production"},"no-tags":{}}}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters/<cluster demo>/tags',
    status: 200,
    text: '{"result":{"environment":"production"}}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters/<cluster no-tags>/tags',
    status: 200,
    text: '{"result":{}}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/clusters/<cluster demo>/tags/environment',
    status: 200,
    text: '{"value":"production"}',
  },
  {
    section: 'Examples',
    ask: 'GET /kubernetes/versions-available',
    status: 200,
    text: /^\[\{"version":"1\.36","releases":\["1\.36\.9","1\.36\.8",("1\.36\.\d",)+"1\.36\.0"\]\},\{"version":"1\.35",/,
  },
  ...['', '/nodes', '/volumes', '/config', '/tags', '/tags/environment'].map((rest) =>
    notFound(`GET /kubernetes/clusters/nothing${rest}`, 'cluster "nothing" not found'),
  ),
  notFound('GET /kubernetes/clusters/demo/tags/nothing', 'cluster "demo" has no tag "nothing"'),
  notFound('GET /kubernetes/nodes/nothing', 'node "nothing" not found'),
];
