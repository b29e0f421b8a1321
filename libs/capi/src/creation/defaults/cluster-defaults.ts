import { z } from 'zod';
import { longest, rfc1123Label } from '../rules.js';
import { type Block, isBlock } from './block.js';
import { isCidr } from './cidr.js';
import { readYaml } from './read-yaml.js';

const wrong = (rule: string) => ({ error: rule });
const text = () => z.string(wrong('the key is missing'));

/** One character of a cluster's name and a hyphen must fit before it. */
const longestWorkerName = 61;
const WorkerName = text().refine(
  (name) => rfc1123Label.accepts(name) && name.length <= longestWorkerName,
  wrong(`lower-case letters, digits and hyphens are expected, at most ${longestWorkerName}`),
);

/** Two ranges make a dual-stack cluster. */
const Cidrs = text()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.length <= 2 && list.every(isCidr),
    wrong('a range such as 10.244.0.0/16 is expected, or two with a comma between them'),
  );

const integer = (min: number, max: number) =>
  text()
    .regex(/^[1-9]\d{0,4}$/, wrong(`an integer from ${min} to ${max} is expected`))
    .transform(Number)
    .pipe(
      z
        .int()
        .min(min)
        .max(max, wrong(`an integer from ${min} to ${max} is expected`)),
    );

const choice = <const T extends readonly string[]>(...options: T) => {
  const rule = `${options.map((each) => (each === '' ? 'nothing' : each)).join(' or ')} is expected`;
  return text().pipe(z.enum(options, wrong(rule)));
};

const Yaml = text().transform((content, context) => {
  const reading = readYaml(content);
  if ('value' in reading) return reading.value;
  context.issues.push({ code: 'custom', message: reading.fault, input: undefined });
  return z.NEVER;
});

const objectFields = ['apiVersion', 'kind', 'metadata', 'spec'];
const Configuration = Yaml.pipe(
  z
    .custom<Block>(isBlock, wrong('a YAML mapping is expected'))
    .refine(
      (block) => !objectFields.some((field) => Object.hasOwn(block, field)),
      wrong(
        `only configuration fields are expected, without ${objectFields.join(', ')} around them`,
      ),
    ),
);

const XoTags = Yaml.pipe(
  z
    .array(
      z
        .string(wrong('a tag is text (quote it)'))
        .refine(
          (tag) => tag !== '' && longest(255).accepts(tag),
          wrong('a tag has 1 to 255 characters'),
        ),
      wrong('a YAML list is expected'),
    )
    .max(64, wrong('at most 64 tags are allowed'))
    .refine((tags) => new Set(tags).size === tags.length, wrong('a tag stands twice')),
);

const someText = wrong('text is expected');
const port = 'an integer from 1 to 65535 is expected';
const Cilium = Yaml.pipe(
  z
    .strictObject(
      {
        kubeProxyReplacement: z.boolean(wrong('true or false is expected')).default(false),
        k8sServiceHost: z.string(someText).min(1, someText).optional(),
        k8sServicePort: z.int(wrong(port)).min(1, wrong(port)).max(65535, wrong(port)).optional(),
      },
      { error: ({ code }) => (code === 'invalid_type' ? 'a YAML mapping is expected' : undefined) },
    )
    .refine(
      ({ k8sServiceHost: host, k8sServicePort: at }) => (host === undefined) === (at === undefined),
      wrong('k8sServiceHost and k8sServicePort go together'),
    )
    .refine(
      ({ k8sServiceHost, kubeProxyReplacement }) => !k8sServiceHost || kubeProxyReplacement,
      wrong('k8sServiceHost and k8sServicePort need kubeProxyReplacement: true'),
    ),
);

/**
 * Content of the `cluster-defaults` ConfigMap by its own keys, all texts there; keys that are not listed
 * are ignored. Fields inside the four blocks are left to Kubernetes and the provider. Source: VMK Engine.
 */
export const ClusterDefaults = z.object({
  workerName: WorkerName,
  podCIDR: Cidrs,
  serviceCIDR: Cidrs,
  serviceDomain: text().refine(
    ({ length }) => length >= 1 && length <= 253,
    wrong('1 to 253 characters are expected'),
  ),
  controlPlaneEndpointPort: integer(1, 65535),
  controlPlaneEndpointSubnet: integer(1, 32),
  controlPlaneLoadBalancer: choice('kube-vip', ''),
  cni: choice('cilium', 'none'),
  controlPlaneMachineSpec: Configuration,
  workerMachineSpec: Configuration,
  controlPlaneKubeadmConfig: Configuration,
  workerKubeadmConfig: Configuration,
  xoTags: XoTags.optional(),
  cilium: Cilium.optional(),
});
export type ClusterDefaults = z.output<typeof ClusterDefaults>;
