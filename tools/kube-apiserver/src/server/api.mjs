import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';

/** Shapes: index.d.mts. */
export function connect({ url, token, ca }) {
  const agent = new Agent({ ca, keepAlive: true });
  return {
    url,
    ask: (question) => ask({ agent, url, token, ...question }),
    close: () => agent.destroy(),
  };
}

/** From a kubeconfig with a token and a CA in it, such as `startKubernetes` writes. */
export function connectByKubeconfig(path) {
  const {
    clusters,
    users,
    contexts,
    'current-context': current,
  } = parse(readFileSync(path, 'utf8'));
  const named = (list, name) => list.find((each) => each.name === name);
  const { context } = named(contexts, current);
  const { cluster } = named(clusters, context.cluster);
  const { user } = named(users, context.user);
  const ca = Buffer.from(cluster['certificate-authority-data'], 'base64').toString();
  return connect({ url: cluster.server, token: user.token, ca });
}

function ask({ agent, url, token, ...question }) {
  const { method = 'GET', path, body, timeout = 30_000 } = question;
  const { accept = 'application/json', contentType = 'application/json' } = question;
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        agent,
        method,
        timeout,
        headers: {
          accept,
          authorization: `Bearer ${token}`,
          ...(payload === undefined
            ? {}
            : {
                'content-type': contentType,
                'content-length': Buffer.byteLength(payload),
              }),
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = response.headers['content-type']?.includes('json');
          resolve({ status: response.statusCode, body: json ? JSON.parse(text) : text });
        });
      },
    );
    sent.once('timeout', () =>
      sent.destroy(new Error(`${method} ${path}: silent for ${timeout} ms`)),
    );
    sent.once('error', reject);
    sent.end(payload);
  });
}
