import { without, type ObjectMeta } from './kube-object.js';
import { type FieldFault } from './status.js';

const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${dnsLabel}(\\.${dnsLabel})*`;
const labelValue = '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?';
const keyName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const whole = (pattern: string) => new RegExp(`^${pattern}$`);

const fault = (field: string, value: string, rule: string): FieldFault => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(value)}: ${rule}`,
});

/** Name, labels and annotation keys by Kubernetes' rules. */
export function metadataFaults({ name, labels, annotations }: ObjectMeta): FieldFault[] {
  const faults: FieldFault[] = [];
  if (name === undefined || name === '')
    return [
      {
        field: 'metadata.name',
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
      },
    ];
  if (name.length > 253 || !whole(subdomain).test(name))
    faults.push(
      fault(
        'metadata.name',
        name,
        `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`,
      ),
    );
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (!isQualified(key)) faults.push(fault('metadata.labels', key, keyRule));
    if (value.length > 63)
      faults.push(fault('metadata.labels', value, 'must be no more than 63 bytes'));
    if (!whole(labelValue).test(value))
      faults.push(
        fault(
          'metadata.labels',
          value,
          `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${labelValue}')`,
        ),
      );
  }
  for (const key of Object.keys(annotations ?? {}))
    if (!isQualified(key.toLowerCase())) faults.push(fault('metadata.annotations', key, keyRule));
  return faults;
}

const keyRule = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${keyName}')`;

function isQualified(key: string): boolean {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  const [prefix] = parts;
  if (parts.length > 1 || name.length > 63 || !whole(keyName).test(name)) return false;
  return prefix === undefined || (prefix.length <= 253 && whole(subdomain).test(prefix));
}

/** Five characters from the alphabet that Kubernetes uses: no vowels, no look-alikes. */
export function randomSuffix(): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  const pick = () => alphabet[Math.floor(Math.random() * alphabet.length)];
  return Array.from({ length: 5 }, pick).join('');
}

/** What the server keeps when a client writes the rest; empty collections count as absent. */
export function keepServerFields(kept: ObjectMeta, sent: ObjectMeta): ObjectMeta {
  const { labels, annotations, finalizers, ownerReferences } = sent;
  return {
    ...without(kept, 'labels', 'annotations', 'finalizers', 'ownerReferences'),
    ...(labels && Object.keys(labels).length > 0 ? { labels } : {}),
    ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(finalizers && finalizers.length > 0 ? { finalizers } : {}),
    ...(ownerReferences && ownerReferences.length > 0 ? { ownerReferences } : {}),
  };
}
