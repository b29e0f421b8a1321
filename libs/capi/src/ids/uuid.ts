const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Whether the text has a UUID's form, of any version and in either case. VM UUIDs of Xen Orchestra
 * follow no RFC variant, so nothing but the form is checked.
 */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
