import { describe, expect, test } from '@jest/globals';
import { bootstrapConfig } from './bootstrap-config.js';
import { countAnchors } from './index.js';
import { filled } from './placeholders.js';

const values = { version: 'v1.36.9', controlPlaneIP: '10.30.138.14' };

describe('placeholders', () => {
  test.each([
    ['FULL="{{KUBERNETES_VERSION}}"', 'FULL="v1.36.9"'],
    ['FULL="v{{KUBERNETES_VERSION}}"', 'FULL="vv1.36.9"'],
    ['{{CONTROL_PLANE_IP}}{{CONTROL_PLANE_IP}}', '10.30.138.1410.30.138.14'],
    ['{{KUBERNETES_VERSION}}\n{{CONTROL_PLANE_IP}}', 'v1.36.9\n10.30.138.14'],
    ['{{{KUBERNETES_VERSION}}}', '{v1.36.9}'],
    ['{{ KUBERNETES_VERSION }}', '{{ KUBERNETES_VERSION }}'],
    ['{{kubernetes_version}}', '{{kubernetes_version}}'],
    ['{{ ds.meta_data.local_hostname }}', '{{ ds.meta_data.local_hostname }}'],
    ['echo $FULL ${IP} $(hostname) $1 $& $$', 'echo $FULL ${IP} $(hostname) $1 $& $$'],
    ['é🚢\t{{CONTROL_PLANE_IP}}', 'é🚢\t10.30.138.14'],
    ['', ''],
  ])('%j becomes %j', (command, expected) => {
    expect(filled(command, values)).toBe(expected);
  });

  test('in a replacement are not replaced again, nor are its dollars read', () => {
    const tricky = {
      version: '{{CONTROL_PLANE_IP}}$&$1',
      controlPlaneIP: '{{KUBERNETES_VERSION}}',
    };
    expect(filled('{{KUBERNETES_VERSION}} {{CONTROL_PLANE_IP}}', tricky)).toBe(
      '{{CONTROL_PLANE_IP}}$&$1 {{KUBERNETES_VERSION}}',
    );
  });

  test('cut out of any text leave the rest byte for byte', () => {
    const pieces = [
      '{',
      '}',
      '{{',
      '}}',
      '$FULL',
      '\n',
      'KUBERNETES_VERSION',
      'é',
      '{{CONTROL_PLANE_IP}}',
    ];
    for (let seed = 1; seed <= 500; seed += 1) {
      const text = scrambled(pieces, seed);
      const outside = text.split(/\{\{(?:KUBERNETES_VERSION|CONTROL_PLANE_IP)\}\}/);
      const marked = filled(text, { version: '\u0000', controlPlaneIP: '\u0000' });
      expect(marked.split('\u0000')).toEqual(outside);
    }
  });

  test('are read in preKubeadmCommands alone', () => {
    const command = 'echo {{KUBERNETES_VERSION}} {{CONTROL_PLANE_IP}}';
    const others = {
      bootCommands: [command],
      postKubeadmCommands: [command],
      files: [{ path: '/a', content: command }],
      clusterConfiguration: { imageRepository: command },
    };
    expect(bootstrapConfig({ ...others, preKubeadmCommands: [command] }, values)).toStrictEqual({
      ...others,
      preKubeadmCommands: ['echo v1.36.9 10.30.138.14'],
    });
  });

  test.each([
    [undefined],
    [null],
    ['{{KUBERNETES_VERSION}}'],
    [[1, null, ['{{KUBERNETES_VERSION}}'], { a: '{{KUBERNETES_VERSION}}' }]],
  ])('in what is no command stay, for Kubernetes to refuse: %j', (preKubeadmCommands) => {
    const config = { preKubeadmCommands };
    expect(bootstrapConfig(config, values)).toStrictEqual(config);
  });
});

describe('anchors', () => {
  test.each<[readonly unknown[], number]>([
    [['FULL="v1.36.9"'], 1],
    [['  FULL="v1.36.9"\t'], 1],
    [['set -e\n  FULL="v1.36.9"\r\necho $FULL'], 1],
    [['FULL="v1.36.9"', 'x', 'FULL="v1.36.9"'], 2],
    [['FULL="v1.36.9"\nFULL="v1.36.9"'], 2],
    [[], 0],
    [['export FULL="v1.36.9"'], 0],
    [['FULL="v1.36.9"; echo'], 0],
    [['[ -z "$FULL" ] && FULL="v1.36.9"'], 0],
    [["FULL='v1.36.9'"], 0],
    [['FULL=v1.36.9'], 0],
    [['FULL="v1.36.8"'], 0],
    [['FULL="v1.36.90"'], 0],
    [['FULL="v1x36x9"'], 0],
    [['FULL="1.36.9"'], 0],
    [['FULL="vv1.36.9"'], 0],
    [['# FULL="v1.36.9"'], 0],
    [[null, 1, ['FULL="v1.36.9"']], 0],
  ])('%j has %i', (commands, count) => {
    expect(countAnchors(commands, 'v1.36.9')).toBe(count);
  });
});

/** Twelve pieces in an order that the seed decides (a linear congruential generator). */
function scrambled(pieces: readonly string[], seed: number): string {
  let state = seed;
  return Array.from({ length: 12 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return pieces[Math.floor((state / 2_147_483_648) * pieces.length)];
  }).join('');
}
