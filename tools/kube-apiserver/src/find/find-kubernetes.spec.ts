import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClusterApiCrds, findKubernetes } from '../index.mjs';

const names = ['etcd', 'kube-apiserver', 'kubectl'];

let folder: string;
let told: string[];
let before: NodeJS.ProcessEnv;

/** A machine without anything: no programs on PATH, an empty cache. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-find-'));
  told = [];
  before = { ...process.env };
  delete process.env['KUBEBUILDER_ASSETS'];
  process.env['PATH'] = join(folder, 'bin');
  process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
  mkdirSync(join(folder, 'bin'));
});

afterEach(() => {
  for (const name of ['KUBEBUILDER_ASSETS', 'PATH', 'XDG_CACHE_HOME'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  rmSync(folder, { recursive: true, force: true });
});

const find = (build: boolean) =>
  findKubernetes({ build, onProgress: (line) => void told.push(line) });

describe('without building', () => {
  test('nothing is found where there is nothing', async () => {
    expect(await find(false)).toBeUndefined();
    expect(told).toEqual([]);
  });

  test('PATH is searched for a folder with all three', async () => {
    const parts = ['one', 'all', 'more'].map((name) => join(folder, name));
    programs(parts[0]!, ['etcd']);
    programs(parts[1]!, names);
    programs(parts[2]!, names);
    process.env['PATH'] = parts.join(':');
    expect(await find(false)).toBe(parts[1]);
  });

  test('KUBEBUILDER_ASSETS comes first', async () => {
    programs(join(folder, 'bin'), names);
    programs(join(folder, 'assets'), names);
    process.env['KUBEBUILDER_ASSETS'] = join(folder, 'assets');
    expect(await find(false)).toBe(join(folder, 'assets'));
  });

  test('an incomplete KUBEBUILDER_ASSETS is an error that names what is missing', async () => {
    programs(join(folder, 'bin'), names);
    programs(join(folder, 'assets'), ['etcd']);
    process.env['KUBEBUILDER_ASSETS'] = join(folder, 'assets');
    await expect(find(false)).rejects.toThrow(/without kube-apiserver, kubectl/);
  });
});

describe('building', () => {
  test('needs Go, and says so', async () => {
    expect(await find(true)).toBeUndefined();
    expect(told.join()).toMatch(/Go is not installed/);
    expect(await findClusterApiCrds('1.14')).toBeUndefined();
  });

  test('needs a Go that is new enough, and says which', async () => {
    go({ version: 'go1.19.8', build: 'exit 1' });
    expect(await find(true)).toBeUndefined();
    expect(told.join()).toMatch(/Go 1\.24\.0 or newer is needed, 1\.19\.8 is installed/);
  });

  test('happens once for two that ask at the same time, and not again', async () => {
    go({ version: 'go1.26.8', build: 'echo built >> "$0.log"; sleep 0.1; echo "$5" > "$5"' });
    const [one, other] = await Promise.all([find(true), find(true)]);
    expect(one).toBe(other);
    expect(readdirSync(one!).sort()).toEqual(names);
    expect(await find(false)).toBe(one);
    expect(builds()).toBe(3);
    expect(readdirSync(join(folder, 'cache/slipway/kubernetes'))).toHaveLength(1);
    expect(told.join('\n')).toMatch(/building kubectl \(3 of 3\).*built etcd, kube-ap/s);
  });

  test('that fails is an error with what Go said, and leaves nothing behind', async () => {
    go({ version: 'go1.26.8', build: 'echo "undefined: x" >&2; exit 1' });
    await expect(find(true)).rejects.toThrow(/go build of etcd failed \(1\):\nundefined: x/);
    expect(readdirSync(join(folder, 'cache/slipway/kubernetes'))).toEqual([]);
  });

  test('goes on where a killed builder has left its lock', async () => {
    go({ version: 'go1.26.8', build: 'echo "$5" > "$5"' });
    const built = await find(true);
    rmSync(built!, { recursive: true });
    mkdirSync(`${built}.building`);
    writeFileSync(`${built}.lock`, '4194305'); // above the largest process number there is
    expect(await find(true)).toBe(built);
    expect(existsSync(`${built}.lock`)).toBe(false);
  });
});

function programs(into: string, which: readonly string[]): void {
  mkdirSync(into, { recursive: true });
  for (const name of which) program(join(into, name), 'exit 0');
}

/** A stand-in for Go: `go env GOVERSION`, and `go build -trimpath -ldflags … -o FILE PACKAGE`. */
function go({ version, build }: { readonly version: string; readonly build: string }): void {
  const { PATH } = before;
  program(
    join(folder, 'bin', 'go'),
    `PATH='${PATH}'; if [ "$1" = env ]; then echo ${version}; else ${build}; fi`,
  );
}

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const builds = () => readFileSync(join(folder, 'bin/go.log'), 'utf8').trim().split('\n').length;
