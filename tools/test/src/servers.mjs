import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  findClusterApiCrds,
  findKubernetes,
  startKubernetes,
  xoCrds,
} from '@slipway/kube-apiserver';
import { findNatsServer } from '@slipway/nats-mini';

const run = promisify(execFile);

/**
 * Finds, installs or builds the real servers and starts the API server that all suites share. Resolves
 * with the environment that tells the suites (an absent server's variable is undefined), a line for each
 * that is missing, and `stop`.
 */
export async function startServers({ onProgress }) {
  const problems = [];
  const part = async (name, work) => {
    try {
      return await work();
    } catch (error) {
      problems.push(`${name}: ${error.message}`);
      return undefined;
    }
  };
  const [natsServer, kubernetes] = await Promise.all([
    part('nats-server', () => nats({ problems, onProgress })),
    part('Kubernetes', () => kubernetesServers({ problems, onProgress })),
  ]);
  const versions = await Promise.all([version(natsServer), kubernetes?.description]);
  return {
    problems,
    environment: {
      SLIPWAY_TEST_NATS_SERVER: natsServer,
      SLIPWAY_TEST_KUBERNETES: kubernetes?.assets,
      SLIPWAY_TEST_KUBECONFIG: kubernetes?.running.kubeconfig,
      SLIPWAY_TEST_CAPI_CRDS_1_13: kubernetes?.crds13.join(delimiter),
      // What cached results hang on: paths and ports change from run to run, versions don't.
      SLIPWAY_TEST_SERVERS: versions.filter(Boolean).join('; ') || 'none',
    },
    stop: async () => kubernetes?.running.stop(),
  };
}

async function nats({ problems, onProgress }) {
  const program = await findNatsServer({ install: true, onProgress });
  if (!program)
    problems.push(
      'nats-server is missing and Python 3 with pip, which would install it, too: its suites are SKIPPED',
    );
  return program;
}

async function kubernetesServers({ problems, onProgress }) {
  let why = '';
  const listen = (line) => onProgress((why = line));
  const assets = await findKubernetes({ build: true, onProgress: listen });
  if (!assets) {
    problems.push(`${why}: the suites on a real Kubernetes API server are SKIPPED`);
    return undefined;
  }
  const [crds14, crds13] = await Promise.all(['1.14', '1.13'].map(findClusterApiCrds));
  if (!crds14 || !crds13) {
    problems.push(
      "Cluster API's CRDs need Go 1.26 or newer: the suites on a real Kubernetes API server are SKIPPED",
    );
    return undefined;
  }
  const crds = [...crds14, ...xoCrds()];
  const running = await startKubernetes({ assets, crds });
  const programs = await Promise.all(
    ['kube-apiserver', 'etcd'].map((name) => version(join(assets, name))),
  );
  const description = [...programs, `CRDs ${hash([...crds, ...crds13])}`].join('; ');
  return { assets, running, crds13, description };
}

async function version(program) {
  if (!program) return undefined;
  const { stdout } = await run(program, ['--version']);
  return stdout.trim().split('\n')[0];
}

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(readFileSync(file));
  return sum.digest('hex').slice(0, 12);
}
