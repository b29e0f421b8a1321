import { request } from 'node:http';
import { join } from 'node:path';
import { startChild } from '../process/index.mjs';

/** One member on loopback that doesn't wait for the disk: data survives its own death, not a power cut. */
export async function startEtcd({ assets, dir, port }) {
  const url = `http://127.0.0.1:${port}`;
  const child = startChild({
    command: join(assets, 'etcd'),
    args: [
      `--data-dir=${join(dir, 'etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      '--listen-peer-urls=http://127.0.0.1:0',
      '--initial-advertise-peer-urls=http://127.0.0.1:0',
      '--initial-cluster=default=http://127.0.0.1:0',
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
  });
  try {
    await child.answers(`${url}/health`, { within: 30_000 });
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { child, url };
}

/** Drops every older revision: `continue` tokens of lists and watches from before answer 410. */
export async function compactEtcd(url) {
  const { header } = await post(`${url}/v3/kv/range`, { key: 'AA==' });
  await post(`${url}/v3/kv/compaction`, { revision: header.revision, physical: true });
  return BigInt(header.revision);
}

function post(url, body) {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) return resolve(JSON.parse(text));
        reject(new Error(`etcd refuses ${url}: ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(payload);
  });
}
