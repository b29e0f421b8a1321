import { describe, expect, test } from '@jest/globals';
import { aMachine, aVolumeAttachment } from '../builders/index.js';
import { ResourceIds } from '../ids/index.js';
import { projectMachine } from '../machine/index.js';
import { attachedNodes, projectAttachment } from './attachments.js';

describe('attached nodes', () => {
  const project = projectMachine(new ResourceIds());
  const machine = project(aMachine('m').node('worker-1').build())?.view;
  const machines = machine ? [machine] : [];

  test.each<[string, unknown, unknown]>([
    ['attached', aVolumeAttachment('pv', 'worker-1').build(), { volume: 'pv', node: 'worker-1' }],
    ['not attached yet', aVolumeAttachment('pv', 'worker-1').detached().build(), undefined],
    [
      'without a status',
      { ...aVolumeAttachment('pv', 'worker-1').build(), status: undefined },
      undefined,
    ],
    [
      'of an inline volume',
      aVolumeAttachment('pv', 'worker-1')
        .with(({ spec }) => (spec.source = {}))
        .build(),
      undefined,
    ],
    ['that is none', null, undefined],
  ])('an attachment %s', (_, raw, expected) => {
    expect(projectAttachment(raw)).toEqual(expected);
  });

  test('name their Machine where there is one, in the order listed, each once', () => {
    const attachments = [
      { volume: 'pv', node: 'worker-9' },
      { volume: 'pv', node: 'worker-1' },
      { volume: 'pv', node: 'worker-9' },
      { volume: 'other', node: 'worker-1' },
    ];
    const attached = attachedNodes(attachments, machines);
    expect(attached.get('pv')).toStrictEqual([
      { node_name: 'worker-9' },
      { id: machine?.id, node_name: 'worker-1', vm_id: machine?.vm_id },
    ]);
    expect(attached.get('other')).toHaveLength(1);
  });

  test('a Machine without a VM gives its id alone', () => {
    const other = project(aMachine('m').node('worker-1').providerID('aws:///a/b').build())?.view;
    const attached = attachedNodes([{ volume: 'pv', node: 'worker-1' }], other ? [other] : []);
    expect(attached.get('pv')).toStrictEqual([{ id: machine?.id, node_name: 'worker-1' }]);
  });
});
