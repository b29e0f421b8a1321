import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startNats } from '@slipway/nats-mini';
import { type Child, freePort, startBundle, until } from '@slipway/testing';
import { behindProxy, Folder, kubeconfigText } from './stack/access.js';
import { startSimulatedPeer } from './stack/simulated-peer.js';
import { Stack } from './stack/stack.js';

const apps = [
  { app: 'apps/api-gateway', ports: [{ option: '--port' }, { option: '--ops-port' }] },
  { app: 'apps/cluster-api', ports: [{ option: '--ops-port' }] },
] as const;

async function ended(child: Child): Promise<{ code: number | null; lines: string[] }> {
  const { code } = await child.exited;
  return { code, lines: child.output().trim().split('\n') };
}

describe.each(apps)('$app', ({ app, ports }) => {
  test('names every fault of its configuration at once, and no value', async () => {
    const child = startBundle(app, {
      args: ['--kubeconfig', 'relative/secret-path', '--port', 'eighty', '--colour'],
      env: { SLIPWAY_OPS_PORT: '99999', SLIPWAY_NATS_URL: 'nats://user:hunter2@nats' },
    });
    const { code, lines } = await ended(child);
    expect(code).toBe(2);
    const text = lines.join('\n');
    for (const name of [
      '--kubeconfig',
      '--port',
      '--colour',
      'SLIPWAY_OPS_PORT',
      'SLIPWAY_NATS_URL',
    ])
      expect(text).toContain(name);
    expect(lines).toHaveLength(5);
    expect(text).not.toMatch(/secret-path|eighty|99999|hunter2| at .*\.js/);
  });

  test.each(ports)(
    'says that the address of $option is taken and what changes it',
    async ({ option }) => {
      const nats = await startNats();
      try {
        const { port } = new URL(nats.url);
        const free = `${await freePort()}`;
        const args = ['--nats-url', nats.url, '--ops-port', free, option, port];
        const { code, lines } = await ended(startBundle(app, { args }));
        expect(code).toBe(1);
        expect(lines.join('\n')).toMatch(
          new RegExp(`127\\.0\\.0\\.1:${port} is already in use.*${option}`),
        );
        expect(lines.join('\n')).not.toMatch(/ at .*\.js/);
      } finally {
        await nats.stop();
      }
    },
  );

  test('lists every option in its help', async () => {
    const { code, lines } = await ended(startBundle(app, { args: ['--help'] }));
    expect(code).toBe(0);
    for (const option of [
      '--kube-client',
      '--kubeconfig',
      '-n, --namespace',
      '--address',
      '-p, --port',
      '--swagger-ui',
      '--nats-url',
      '--ops-address',
      '--ops-port',
      '--log-level',
      '--config',
      '--help',
      '--version',
    ])
      expect(lines.join('\n')).toContain(option);
  });
});

test('the gateway does not listen beyond this machine without a word', async () => {
  const { code, lines } = await ended(
    startBundle('apps/api-gateway', { args: ['--address', '0.0.0.0'] }),
  );
  expect(code).toBe(2);
  expect(lines.join('\n')).toContain('--allow-unauthenticated');
});

describe('without its neighbours', () => {
  let folder: Folder;
  let stack: Stack | undefined;

  beforeEach(async () => {
    folder = await Folder.make();
  });
  afterEach(async () => {
    await stack?.stop();
    stack = undefined;
    await folder.remove();
  });

  const readiness = async (app: 'gateway' | 'clusterApi') => {
    const answer = await fetch(stack!.readiness(app));
    return { status: answer.status, text: await answer.text() };
  };

  /** What is answered while the cluster can't be read. */
  async function answersHonestly(because: RegExp): Promise<void> {
    const { status, text } = await readiness('clusterApi');
    expect(status).toBe(503);
    expect(text).toMatch(because);
    const list = await stack!.get('/kubernetes/clusters');
    expect(list.status).toBe(503);
    expect(list.headers.get('content-type')).toBe('application/problem+json');
    expect(Object.keys(list.json<object>())).toEqual(['title', 'status', 'detail']);
    expect((await stack!.get('/ping')).text).toBe('{"message":"pong"}');
    await stack!.eventually(
      '/kubernetes/versions-available',
      (answer) => answer.status === 200,
      'the catalogue',
    );
  }

  const recovers = () =>
    stack!.eventually(
      '/kubernetes/clusters?fields=name',
      (answer) => answer.text === '[]',
      'the empty list',
    );

  test('no kubeconfig: it says so and begins once the file appears', async () => {
    stack = await Stack.start({
      kubeconfig: `${folder.path}/kubeconfig`,
      namespace: 'test',
      ready: false,
    });
    await stack.clusterApi.answers(stack.readiness('clusterApi'), { status: 503 });
    await answersHonestly(/kubeconfig/);
    const peer = await startSimulatedPeer();
    try {
      await folder.write('kubeconfig', kubeconfigText(peer.access));
      await recovers();
      expect((await readiness('clusterApi')).status).toBe(200);
    } finally {
      await stack.stop();
      stack = undefined;
      await peer.stop();
    }
  });

  test('no API server: it says so and begins once there is one', async () => {
    const peer = await startSimulatedPeer();
    const { proxy, access } = await behindProxy(peer.access);
    proxy.set({ kind: 'reset' });
    const unreachable = /the Kubernetes API can't be reached/;
    try {
      const kubeconfig = await folder.write('kubeconfig', kubeconfigText(access));
      stack = await Stack.start({ kubeconfig, namespace: 'test', ready: false });
      await stack.clusterApi.answers(stack.readiness('clusterApi'), { status: 503 });
      await until(
        async () => {
          const { text } = await readiness('clusterApi');
          if (!unreachable.test(text)) throw new Error(text);
          return true;
        },
        { within: 5_000, because: 'the first list to fail' },
      );
      await answersHonestly(unreachable);
      proxy.clear();
      await recovers();
    } finally {
      await stack?.stop();
      stack = undefined;
      await proxy.close();
      await peer.stop();
    }
  }, 60_000);

  test('NATS gone: 503 at once, not ready, and well again with it', async () => {
    const peer = await startSimulatedPeer();
    let again: { stop(): Promise<void> } | undefined;
    try {
      stack = await Stack.start({
        kubeconfig: await folder.write('kubeconfig', kubeconfigText(peer.access)),
        namespace: 'test',
      });
      const port = Number(new URL(stack.nats.url).port);
      await stack.nats.kill();
      await until(async () => (await readiness('gateway')).status === 503, {
        within: 10_000,
        because: 'the loss to be noticed',
      });
      const begun = performance.now();
      expect((await stack.get('/kubernetes/clusters')).status).toBe(503);
      expect(performance.now() - begun).toBeLessThan(1_000);
      expect((await stack.get('/ping')).status).toBe(200);
      again = await startNats({ port });
      await recovers();
      expect((await readiness('gateway')).status).toBe(200);
    } finally {
      await stack?.stop();
      stack = undefined;
      await again?.stop();
      await peer.stop();
    }
  }, 60_000);
});
