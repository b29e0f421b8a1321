import { execFile } from 'node:child_process';
import { accessSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { at } from './api/index.js';
import { startWorld, type World } from './demo-world/index.js';
import { HttpClient } from './testing/http-client.js';

const run = promisify(execFile);

function findKubectl(): string | undefined {
  const folders = [
    process.env['SLIPWAY_TEST_KUBERNETES'],
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders
    .filter((folder): folder is string => Boolean(folder))
    .map((folder) => join(folder, 'kubectl'))
    .find((path) => {
      try {
        accessSync(path);
        return true;
      } catch {
        return false;
      }
    });
}

const kubectl = findKubectl();
if (!kubectl) {
  const text =
    'SKIPPED: kubectl against the simulator (no kubectl in SLIPWAY_TEST_KUBERNETES or PATH)';
  if (process.env['CI']) throw new Error(text);
  process.stderr.write(`${text}\n`);
}

(kubectl ? describe : describe.skip)('kubectl', () => {
  let world: World;
  let dir: string;
  const env = () => ({ PATH: process.env['PATH'], HOME: dir });

  /** What kubectl prints; with `cluster`, in that workload cluster. */
  async function k(command: string, cluster?: string): Promise<string> {
    const args = ['--kubeconfig', join(dir, cluster ?? 'management'), ...command.split(' ')];
    const { stdout } = await run(kubectl ?? '', args, { env: env() });
    return stdout;
  }
  const fails = (command: string): Promise<string> =>
    k(command).then(
      (printed) => `no error, but: ${printed}`,
      (error: { stderr?: string }) => error.stderr ?? String(error),
    );

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'simulator-kubectl-'));
    world = await startWorld({ namespace: 'default', workers: 3, controlPlanes: 1 });
    await writeFile(join(dir, 'management'), world.kubeconfig, { mode: 0o600 });
    const secret = await new HttpClient(world.kubeconfig).ask({
      method: 'GET',
      path: '/api/v1/namespaces/default/secrets/atlas-kubeconfig',
    });
    const kubeconfig = Buffer.from(String(at(secret.body, 'data', 'value')), 'base64');
    await writeFile(join(dir, 'atlas'), kubeconfig, { mode: 0o600 });
  });

  afterAll(async () => {
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  test('sees that it talks to a simulator', async () => {
    expect(await k('version')).toContain('Server Version: v1.34.4-sim');
    expect(await k('get --raw /readyz')).toBe('ok');
  });

  test('gets tables with the columns of the real thing, short names, YAML', async () => {
    expect(await k('get cl')).toMatch(
      /^NAME +CLUSTERCLASS +AVAILABLE .*PHASE +AGE\natlas +True +1 +1 +1 +3 +3 +3 +Provisioned +61d\n/,
    );
    expect(await k('get ma -o wide')).toContain('xenorchestra://');
    expect(await k('get kcp,md -A')).toContain('machinedeployment.cluster.x-k8s.io/atlas-md-0');
    expect(await k('get cl atlas -o yaml')).toContain('\nkind: Cluster\n');
    expect(await k('get nodes -o wide', 'atlas')).toMatch(/Ready +control-plane +\d+d +v1\.36\.8/);
  });

  test('applies, changes, validates and deletes', async () => {
    const manifest = (spec: string) => `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: applied}
spec: ${spec}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: applied}
data: {spec: '${spec}'}
`;
    const file = join(dir, 'applied.yaml');
    await writeFile(file, manifest('{paused: true}'));
    expect(await k(`apply -f ${file}`)).toBe(
      'cluster.cluster.x-k8s.io/applied created\nconfigmap/applied created\n',
    );
    expect(await k(`apply -f ${file}`)).toContain('applied unchanged');
    await writeFile(file, manifest('{paused: false}'));
    expect(await k(`apply -f ${file}`)).toContain('configmap/applied configured');
    expect(await k('get cl applied -o jsonpath={.spec.paused}')).toBe('false');
    await writeFile(file, manifest('{pausedd: true}'));
    expect(await fails(`apply -f ${file}`)).toContain('unknown field "spec.pausedd"');
    expect(await fails(`apply --server-side -f ${file}`)).toContain(
      'Server-side apply not available on the server',
    );
    expect(await k('label cl applied a=b')).toContain('labeled');
    expect(await k('annotate cl applied c=d')).toContain('annotated');
    expect(
      await k(
        'patch cl applied --type merge -p {"spec":{"paused":null,"controlPlaneEndpoint":{"port":1}}}',
      ),
    ).toContain('patched');
    expect(await k('delete cl,cm applied')).toContain('"applied" deleted');
    expect(await fails('get cl applied')).toContain(
      'clusters.cluster.x-k8s.io "applied" not found',
    );
  });

  test('scales a MachineDeployment', async () => {
    expect(await k('scale md borealis-md-0 --replicas 4')).toContain('scaled');
    expect(await k('get md borealis-md-0 -o jsonpath={.spec.replicas}')).toBe('4');
  });

  test('cordons, drains and uncordons a Node', async () => {
    const node = (await k('get nodes -o name -l !node-role.kubernetes.io/control-plane', 'atlas'))
      .split('\n')[0]
      ?.replace('node/', '');
    expect(await k(`cordon ${node}`, 'atlas')).toContain('cordoned');
    expect(await k(`get node ${node}`, 'atlas')).toContain('SchedulingDisabled');
    expect(
      await k(`drain ${node} --ignore-daemonsets --delete-emptydir-data --force`, 'atlas'),
    ).toContain(`node/${node} drained`);
    const left = await k(`get pods -A -o name --field-selector spec.nodeName=${node}`, 'atlas');
    expect(
      left
        .split('\n')
        .filter(Boolean)
        .map((name) => name.replace(/-[^-]+$/, '')),
    ).toEqual(['pod/cilium', 'pod/csi-xenorchestra-node']);
    expect(await k(`uncordon ${node}`, 'atlas')).toContain('uncordoned');
  });

  test('watches', async () => {
    const file = join(dir, 'watched.yaml');
    await writeFile(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: watched}\n');
    await k(`create -f ${file}`);
    const child = execFile(
      kubectl ?? '',
      ['--kubeconfig', join(dir, 'management'), 'get', 'cm', 'watched', '-w', '-o', 'name'],
      { env: env() },
    );
    const printed = new Promise<string>((resolve) => {
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += String(chunk);
        if (text.split('\n').length > 2) resolve(text);
      });
    });
    const relabel = async () => {
      for (let round = 0; child.exitCode === null && !child.killed; round++)
        await k(`label cm watched round=${round} --overwrite`);
    };
    const labelling = relabel();
    expect(await printed).toMatch(/^configmap\/watched\nconfigmap\/watched\n/);
    child.kill();
    await labelling;
  });
});
