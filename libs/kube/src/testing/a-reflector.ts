import { CaptureLogger } from '@slipway/service/testing';
import { type Endpoints, KubeRest } from '../rest/index.js';
import { ProjectedStore } from '../store/index.js';
import { Backoff, Reflector, type ReflectorTiming } from '../watch/index.js';
import { fixedCredentials } from './fixed-credentials.js';
import type { ScriptedApi } from './scripted-api.js';
import { type anObject, ScriptedCollection } from './scripted-collection.js';

export interface TestItem {
  readonly name: string;
  readonly uid: string;
  readonly version: string;
}

/**
 * A reflector of a scripted collection that notes what it tells: `seeded`, `new > a@1`, `a@1 > a@2`,
 * `a@2 gone`. An object called `bad…` is unreadable. `go` starts it and gives what stops it.
 */
export function aReflector({
  api,
  endpoints,
  server = api.server,
  timing = {},
}: {
  readonly api: ScriptedApi;
  readonly endpoints: Endpoints;
  /** Where it connects, when not to the API itself. */
  readonly server?: string | undefined;
  readonly timing?: Partial<ReflectorTiming> | undefined;
}) {
  const told: string[] = [];
  const logger = new CaptureLogger();
  const store = new ProjectedStore<TestItem>({ keyOf: ({ name }) => name, idOf: ({ uid }) => uid });
  const collection = new ScriptedCollection(api);
  const text = ({ name, version }: TestItem) => `${name}@${version}`;
  const reflector = new Reflector<TestItem>({
    rest: new KubeRest({ credentials: fixedCredentials({ server }), endpoints }),
    path: '/apis/g/v1/machines',
    store,
    logger,
    project: (raw) => {
      const { name, uid, resourceVersion } = (raw as ReturnType<typeof anObject>).metadata;
      return name.startsWith('bad') ? undefined : { name, uid, version: resourceVersion };
    },
    identity: ({ name, uid, version }) => ({ key: name, uid, resourceVersion: version }),
    handler: {
      onSeeded: () => void told.push('seeded'),
      onUpserted: (next, previous) =>
        void told.push(`${previous ? text(previous) : 'new'} > ${text(next)}`),
      onDeleted: (last) => void told.push(`${text(last)} gone`),
    },
    timing: { watchSeconds: [30, 30], short: 20, ...timing },
    backoff: new Backoff({ first: 10, longest: 40 }),
  });
  const go = () => {
    const owner = new AbortController();
    const done = reflector.run(owner.signal);
    return async () => {
      owner.abort(new Error('stopped'));
      await done;
    };
  };
  return { reflector, store, collection, told, logger, go };
}
