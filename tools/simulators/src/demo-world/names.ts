import { createHash } from 'node:crypto';

/** A UUID that only depends on the words: virtual machines keep theirs over restarts of the simulator. */
export function uuidOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** The five characters that Kubernetes appends to generated names, again by words alone. */
export function suffixOf(...words: readonly string[]): string {
  const bytes = createHash('sha256').update(words.join('/')).digest();
  return [...bytes.subarray(0, 5)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

export const poolId = '7d2e9b84-33aa-4f0b-8a76-2f9d7c1e4b02';
export const sharedStorageId = '0b6a6a3e-52f6-4b7c-9d0e-3c1f5a7b9e21';
export const localStorageId = '5c1d8f70-6e2b-4a9d-b3c4-8f7e6d5c4b3a';
export const vmNamePrefix = 'vates-';
