import { expect } from '@jest/globals';
import { at, type Tree } from '../api/index.js';
import { type Answered, type Asked, type HttpClient } from '../testing/http-client.js';

export interface Step {
  /** `POST clusters?dryRun=All`, `GET /version`; resources are those of the run's namespace. */
  readonly do: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly status: number | readonly number[];
  /** `reason` of a Status. */
  readonly reason?: string;
  readonly message?: string | RegExp;
  /** Part of the answer. */
  readonly has?: Tree;
  /** Paths that the answer must not have. */
  readonly lacks?: readonly string[];
  /** Fields of a Status' causes, in any order. */
  readonly causes?: readonly string[];
  readonly warning?: string;
}

/** One thing that both servers must do alike; later steps see `{rv}`, `{uid}`, `{token}` of the step before. */
export interface Check {
  readonly name: string;
  readonly steps: readonly Step[];
}

const resources: Readonly<Record<string, string>> = {
  clusters: '/apis/cluster.x-k8s.io/v1beta2/namespaces/{ns}/clusters',
  machinedeployments: '/apis/cluster.x-k8s.io/v1beta2/namespaces/{ns}/machinedeployments',
  configmaps: '/api/v1/namespaces/{ns}/configmaps',
  secrets: '/api/v1/namespaces/{ns}/secrets',
  pods: '/api/v1/namespaces/{ns}/pods',
  nodes: '/api/v1/nodes',
};

export interface Run {
  readonly client: HttpClient;
  readonly namespace: string;
}

export async function perform({ client, namespace }: Run, { steps }: Check): Promise<void> {
  let known: Record<string, string> = { ns: namespace };
  const fill = <T>(value: T): T => filled(value, known);
  for (const [index, step] of steps.entries()) {
    const [method = '', target = ''] = step.do.split(' ');
    const path = fill(
      target.startsWith('/')
        ? target
        : target.replace(/^[a-z]+/, (word) => resources[word] ?? word),
    );
    const asked: Asked = {
      method,
      path,
      ...(step.body === undefined ? {} : { body: fill(step.body) }),
      ...(step.type === undefined ? {} : { type: step.type }),
      ...(step.headers ? { headers: step.headers } : {}),
      ...(step.token === undefined ? {} : { token: step.token }),
    };
    const answered = await client.ask(asked);
    const where = `step ${index + 1}, ${step.do}: ${answered.text.slice(0, 1500)}`;
    judge(step, answered, fill, where);
    known = { ...known, ...learned(answered.body) };
  }
}

function judge(step: Step, answered: Answered, fill: <T>(v: T) => T, where: string): void {
  const { body, status } = answered;
  const statuses = typeof step.status === 'number' ? [step.status] : step.status;
  if (!statuses.includes(status) || (step.reason ?? body['reason']) !== body['reason'])
    throw new Error(
      `expected ${statuses.join(' or ')} ${step.reason ?? ''}, got ${status} in ${where}`,
    );
  if (typeof step.message === 'string') expect(body['message']).toBe(fill(step.message));
  if (step.message instanceof RegExp) expect(body['message']).toMatch(step.message);
  if (step.has) expect(body).toMatchObject(fill(step.has));
  for (const path of step.lacks ?? []) expect(at(body, ...path.split('.'))).toBeUndefined();
  if (step.causes) {
    const causes = at(body, 'details', 'causes');
    const fields = Array.isArray(causes) ? causes.map((cause) => at(cause, 'field')) : [];
    expect([...new Set(fields)].sort()).toEqual([...step.causes].sort());
  }
  if (step.warning !== undefined) expect(answered.headers['warning']).toContain(step.warning);
}

function learned(body: Tree): Record<string, string> {
  const found = {
    rv: at(body, 'metadata', 'resourceVersion'),
    uid: at(body, 'metadata', 'uid'),
    token: at(body, 'metadata', 'continue'),
  };
  return Object.fromEntries(
    Object.entries(found).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

function filled<T>(value: T, known: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value).replace(
    /\{(ns|rv|uid|token)\}/g,
    (whole, name: string) => known[name] ?? whole,
  );
  return JSON.parse(text) as T;
}
