import {
  boolean,
  dateTime,
  int64,
  list,
  map,
  object,
  open,
  string,
  type Schema,
} from '../api/index.js';

const metadata: Schema = object({
  name: string(),
  generateName: string(),
  namespace: string(),
  uid: string(),
  resourceVersion: string(),
  selfLink: string(),
  generation: int64(),
  creationTimestamp: dateTime,
  deletionTimestamp: dateTime,
  deletionGracePeriodSeconds: int64(),
  labels: map(string()),
  annotations: map(string()),
  finalizers: list(string()),
  ownerReferences: list(
    object({
      'apiVersion!': string({ minLength: 1 }),
      'kind!': string({ minLength: 1 }),
      'name!': string({ minLength: 1 }),
      'uid!': string({ minLength: 1 }),
      controller: boolean,
      blockOwnerDeletion: boolean,
    }),
  ),
  managedFields: list(open()),
});

/** The schema of a whole object: type, metadata and the kind's own fields. */
export const whole = (fields: Readonly<Record<string, Schema>>): Schema =>
  object({ apiVersion: string(), kind: string(), metadata, ...fields });
