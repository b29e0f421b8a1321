import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { yamlFiles } from '../find/cluster-api-crds.mjs';
import { freePort } from '../process/index.mjs';
import { adoptFolder, releaseFolder } from '../process/reaper.mjs';
import { applyCrds, servesKinds } from './crds.mjs';
import { compactEtcd, startEtcd } from './etcd.mjs';
import { prepare, startApiServer } from './kube-apiserver.mjs';
import { writeKubeconfig } from './kubeconfig.mjs';

/** Shapes: index.d.mts. */
export async function startKubernetes({ assets, dir: given, port, crds = [], apiServerArgs = [] }) {
  const dir = given ?? temporaryFolder();
  mkdirSync(dir, { recursive: true });
  const tokens = { admin: secret(), nobody: secret() };
  const paths = prepare({ dir, tokens });

  let etcd, server, names;
  try {
    etcd = await onFreePort((free) => startEtcd({ assets, dir, port: free }));
    server = await (port ? startServer(port) : onFreePort(startServer));
    names = await applyCrds({ api: server.api, files: crds.flatMap(asFiles) });
    await servesKinds({ api: server.api, names, giveUp });
  } catch (error) {
    await stop();
    throw error;
  }

  const { url, api } = server;
  const kubeconfig = join(dir, 'kubeconfig.yaml');
  const nobodyKubeconfig = join(dir, 'kubeconfig-nobody.yaml');
  writeKubeconfig({ path: kubeconfig, url, ca: api.ca, user: 'admin', token: tokens.admin });
  writeKubeconfig({
    path: nobodyKubeconfig,
    url,
    ca: api.ca,
    user: 'nobody',
    token: tokens.nobody,
  });

  return {
    kubeconfig,
    url,
    token: tokens.admin,
    caFile: paths.ca,
    nobody: { token: tokens.nobody, kubeconfig: nobodyKubeconfig },
    dir,
    etcdUrl: etcd.url,
    compact: () => compactEtcd(etcd.url),
    signal: (signal) => server.child.signal(signal),
    kill: () => server.child.kill(),
    async restart() {
      server.api.close();
      await server.child.stop();
      server = await startServer(new URL(url).port);
      await servesKinds({ api: server.api, names, giveUp });
    },
    stop,
  };

  function startServer(atPort) {
    return startApiServer({
      assets,
      paths,
      port: atPort,
      etcdUrl: etcd.url,
      token: tokens.admin,
      extraArgs: apiServerArgs,
    });
  }

  function giveUp() {
    return !server.child.running && new Error('kube-apiserver ended before it served the CRDs');
  }

  /** The API server first: without its etcd it would log errors and stop slowly. */
  async function stop() {
    server?.api.close();
    await server?.child.stop({ within: 5_000 });
    await etcd?.child.stop({ within: 5_000 });
    if (given) return;
    await rm(dir, { recursive: true, force: true });
    releaseFolder(dir);
  }
}

function temporaryFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-kubernetes-'));
  adoptFolder(dir);
  return dir;
}

const secret = () => randomBytes(24).toString('hex');

const asFiles = (path) => (path.endsWith('.yaml') ? [path] : yamlFiles(path));

/** A port that was free can be taken before its user binds it; then another one is tried. */
async function onFreePort(start, attempts = 3) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === attempts || !/address already in use/.test(error.message)) throw error;
    }
  }
}
