import { afterEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startChild, until, type Child } from './index.mjs';

const started: Child[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.kill()));
});

test('a line is found whether it came before or comes after the question', async () => {
  const child = script(`process.on('SIGUSR2', () => console.error('woken'));
    console.log('port 4711'); setInterval(() => {}, 1000)`);
  expect((await child.line(/port (\d+)/))[1]).toBe('4711');
  expect((await child.line(/port (\d+)/))[1]).toBe('4711');
  child.signal('SIGUSR2');
  await child.line(/woken/);
});

test('a program that ends first is an error with its last lines', async () => {
  const child = script(`console.error('no such flag'); process.exitCode = 3`);
  await expect(child.line(/ready/)).rejects.toThrow(/ended with code 3.*\n.*no such flag/s);
  expect(await child.exited).toEqual({ code: 3, signal: null });
  expect(child.running).toBe(false);
});

test('a program that does not exist is an error that names it', async () => {
  const child = startChild({ command: '/nowhere/nats-server' });
  await expect(child.line(/ready/)).rejects.toThrow(/nats-server could not be started.*ENOENT/);
  expect((await child.stop()).error).toBeDefined();
});

test('waiting for a line ends at its deadline', async () => {
  const child = script(`console.log('something else'); setInterval(() => {}, 1000)`);
  await child.line(/something/);
  await expect(child.line(/ready/, { within: 20 })).rejects.toThrow(
    /within 20 ms.*something else/s,
  );
});

test('an address is waited for until it answers as it should', async () => {
  const port = await freePort();
  const child = script(`let asked = 0;
    require('node:http').createServer((_, response) => {
      response.statusCode = ++asked < 3 ? 503 : 200;
      response.end();
    }).listen(${port})`);
  await child.answers(`http://127.0.0.1:${port}/readyz`);
  await expect(
    child.answers(`http://127.0.0.1:${port}/`, { within: 60, status: 404 }),
  ).rejects.toThrow(/404 at http/);
});

test('only the last 64 Ki characters of output are kept', async () => {
  const child = script(`for (let i = 0; i < 20000; i++) console.log('line ' + i)`);
  await child.exited;
  expect(child.output()).toMatch(/line 19999\n$/);
  expect(child.output().length).toBeLessThanOrEqual(64 * 1024);
});

describe('stopping', () => {
  test('asks first, and the program may end in its own way', async () => {
    const child = script(`process.on('SIGTERM', () => process.exit(0)); console.log('up');
      setInterval(() => {}, 1000)`);
    await child.line(/up/);
    expect(await child.stop()).toEqual({ code: 0, signal: null });
    expect(await child.stop()).toEqual({ code: 0, signal: null });
  });

  test('kills what does not want to end', async () => {
    const child = script(`process.on('SIGTERM', () => {}); console.log('up');
      setInterval(() => {}, 1000)`);
    await child.line(/up/);
    expect(await child.stop({ within: 20 })).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('takes along what the program had started', async () => {
    const port = await freePort();
    const child = script(`require('node:child_process').spawn(process.execPath,
      ['-e', ${JSON.stringify(listen(port))}]); setInterval(() => {}, 1000)`);
    await until(() => listens(port), soon('the grandchild to be there'));
    await child.kill();
    await until(async () => !(await listens(port)), soon('the grandchild to end'));
  });
});

test('children and temporary folders go with a parent that is killed', async () => {
  const port = await freePort();
  const [kept, gone] = ['kept', 'gone of it'].map((name) => mkdtempSync(join(tmpdir(), name)));
  const from = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
  const parent = script(
    `Promise.all([import(${from('./index.mjs')}), import(${from('./reaper.mjs')})]).then(
       ([{ startChild }, { adoptFolder, releaseFolder }]) => {
         const command = process.execPath;
         const first = startChild({ command, args: ['-e', 'setInterval(() => {}, 1000)'] });
         startChild({ command, args: ['-e', ${JSON.stringify(listen(port))}] });
         adoptFolder(${JSON.stringify(kept)});
         adoptFolder(${JSON.stringify(gone)});
         releaseFolder(${JSON.stringify(kept)});
         first.kill().then(() => console.log('the first is gone'));
       });
     setInterval(() => {}, 1000)`,
  );
  await parent.line(/the first is gone/);
  await until(() => listens(port), soon('the child to be there'));
  process.kill(parent.pid!, 'SIGKILL');
  await until(async () => !(await listens(port)), soon('the child to end'));
  await until(() => !existsSync(gone!), soon('the folder to go'));
  expect(existsSync(kept!)).toBe(true);
  rmdirSync(kept!);
});

test('a free port can be listened on', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});

test('a condition that fails is asked again, and named when time is over', async () => {
  let asked = 0;
  const third = () => {
    if (++asked < 3) throw new Error('not yet');
    return 'there';
  };
  expect(await until(third, { within: 5_000, because: 'it', every: 1 })).toBe('there');
  const never = () => Promise.reject(new Error('refused'));
  await expect(until(never, { within: 10, because: 'the impossible', every: 1 })).rejects.toThrow(
    'waited 10 ms for the impossible; last: refused',
  );
});

function script(source: string): Child {
  const child = startChild({ command: process.execPath, args: ['-e', source], name: 'script' });
  started.push(child);
  return child;
}

const listen = (port: number) => `require('node:net').createServer().listen(${port}, '127.0.0.1')`;

/** Whether somebody lives at the port: a process number would stay until init collects it. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

const soon = (because: string) => ({ within: 10_000, because });
