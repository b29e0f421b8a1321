import { startNats } from '@slipway/nats-mini';
import { freePort, startBundle, until, type Child } from '@slipway/testing';

export type App = 'clusterApi' | 'gateway';

export interface StackOptions {
  readonly kubeconfig: string;
  readonly namespace: string;
  /** Further arguments of a program. */
  readonly clusterApi?: readonly string[];
  readonly gateway?: readonly string[];
  /** cluster-api's environment: timings that only tests set. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether to wait until both are ready; true by default. */
  readonly ready?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json<T = unknown>(): T;
}

/** The value of a metric, of the first series with all of these labels (`kind="nodes"`). */
export type Metrics = (name: string, ...labels: readonly string[]) => number;

/** NATS, cluster-api and the gateway as they are deployed: bundles, apart, over real sockets. */
export class Stack {
  private constructor(
    readonly nats: { readonly url: string; kill(): Promise<void>; stop(): Promise<void> },
    readonly clusterApi: Child,
    readonly gateway: Child,
    readonly url: string,
    private readonly ops: { readonly clusterApi: number; readonly gateway: number },
  ) {}

  static async start(options: StackOptions): Promise<Stack> {
    const { kubeconfig, namespace, ready = true } = options;
    const nats = await startNats();
    const [port, ...ops] = [await freePort(), await freePort(), await freePort()] as const;
    const common = ['--nats-url', nats.url, '--log-level', 'debug'];
    const clusterApi = startBundle('apps/cluster-api', {
      args: [
        ...common,
        ...['--ops-port', `${ops[0]}`],
        ...['--kubeconfig', kubeconfig, '--namespace', namespace],
        ...(options.clusterApi ?? []),
      ],
      ...(options.env ? { env: options.env } : {}),
    });
    const gateway = startBundle('apps/api-gateway', {
      args: [...common, '--ops-port', `${ops[1]}`, '--port', `${port}`, ...(options.gateway ?? [])],
    });
    const stack = new Stack(nats, clusterApi, gateway, `http://127.0.0.1:${port}`, {
      clusterApi: ops[0]!,
      gateway: ops[1]!,
    });
    await gateway.answers(`${stack.url}/ping`, { within: 20_000 });
    if (ready) {
      await clusterApi.answers(stack.readiness('clusterApi'), { within: 20_000 });
      await gateway.answers(stack.readiness('gateway'), { within: 20_000 });
    }
    return stack;
  }

  readiness(app: App): string {
    return `http://127.0.0.1:${this.ops[app]}/readyz`;
  }

  /** One look at a program's metrics. */
  async metrics(app: App): Promise<Metrics> {
    const response = await fetch(`http://127.0.0.1:${this.ops[app]}/metrics`);
    const lines = (await response.text()).split('\n');
    return (name, ...labels) => {
      const line = lines.find(
        (each) => /^\w+/.exec(each)?.[0] === name && labels.every((label) => each.includes(label)),
      );
      if (!line) throw new Error(`${app} has no metric ${name} with ${labels.join()}`);
      return Number(line.slice(line.lastIndexOf(' ')));
    };
  }

  async get(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: <T>() => JSON.parse(text) as T,
    };
  }

  /** Asks until the answer suits; the cache follows the API server with a moment's delay. */
  eventually(path: string, suits: (answer: Answer) => boolean, because: string): Promise<Answer> {
    return until(
      async () => {
        const answer = await this.get(path);
        if (!suits(answer)) throw new Error(`${answer.status} ${answer.text.slice(0, 400)}`);
        return answer;
      },
      { within: 15_000, because },
    );
  }

  async stop(): Promise<void> {
    await Promise.all([this.gateway.stop(), this.clusterApi.stop()]);
    await this.nats.stop();
  }
}
