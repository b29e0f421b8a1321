import { beforeEach, describe, expect, test } from '@jest/globals';
import { kinds } from '@slipway/capi';
import { aChangesWorld } from '../testing/changes-world.js';
import { codeOf, type ManagementApi } from '../testing/management-api.js';
import { aCall } from '../testing/world.js';
import { type TagChanges } from './tag-changes.js';

let world: ReturnType<typeof aChangesWorld>;
let api: ManagementApi;
let tags: TagChanges;

beforeEach(() => {
  world = aChangesWorld();
  ({ api, tags } = world);
});

describe('tagging', () => {
  const label = (value: string | null) => ({
    metadata: { labels: { 'tags.vmk.vates.tech/team': value } },
  });

  test('writes one label, an empty value too, removes it with null', async () => {
    await tags.set('demo', 'team', 'platform', aCall());
    await tags.set('demo', 'team', '', aCall());
    await tags.delete('demo', 'team', aCall());
    expect(world.patches(kinds.cluster, 'demo')).toEqual([
      label('platform'),
      label(''),
      label(null),
    ]);
    expect(await codeOf(tags.delete('demo', 'team', aCall()))).toBe('tag-not-found');
  });

  test.each<[string, string | undefined, string]>([
    ['team', undefined, 'Value is required'],
    ['a/b', 'x', 'Tag should be label_name='],
    ['x'.repeat(64), 'x', 'Tag should be max=63'],
    ['team', 'é', 'Value should be label_value='],
    ['team', 'x'.repeat(64), 'Value should be max=63'],
    ['__proto__', 'x', 'Tag should be label_name='],
  ])('with name %j and value %j is refused before anybody is asked', async (tag, value, detail) => {
    await expect(tags.set('demo', tag, value, aCall())).rejects.toThrow(detail);
    expect(api.calls).toEqual([]);
  });

  test.each(['constructor', 'toString'])('a tag named %s is one like any other', async (tag) => {
    expect(await codeOf(tags.delete('demo', tag, aCall()))).toBe('tag-not-found');
    await tags.set('demo', tag, 'x', aCall());
    expect(api.get(kinds.cluster, 'demo')!.metadata.labels).toMatchObject({
      [`tags.vmk.vates.tech/${tag}`]: 'x',
    });
    expect(await codeOf(tags.delete('demo', tag, aCall()))).toBe('done');
  });
});
