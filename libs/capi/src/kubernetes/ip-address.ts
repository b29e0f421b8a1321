const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const group = /^[0-9a-f]{1,4}$/i;

/**
 * One text for all spellings of an IPv4 or IPv6 address, undefined for anything else. As strict as Go:
 * no leading zeros in IPv4, no zone, and `::` stands for at least one group.
 */
export function canonicalAddress(text: string): string | undefined {
  if (!text.includes(':')) return v4.test(text) ? text : undefined;
  const [head, tail, more] = withoutDots(text).split('::').map(groupsOf);
  if (head === undefined || more !== undefined) return undefined;
  if (tail === undefined) return head.length === 8 ? spelled(head) : undefined;
  const zeros = 8 - head.length - tail.length;
  return zeros >= 1 ? spelled([...head, ...Array<string>(zeros).fill('0'), ...tail]) : undefined;
}

/** An IPv4 address at the end, if there is one, as the two groups it stands for. */
function withoutDots(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const end = text.slice(start);
  if (!v4.test(end)) return text;
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number);
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** Hexadecimal groups; a bad one makes the list too long for any address. */
function groupsOf(text: string): string[] {
  const groups = text === '' ? [] : text.split(':');
  return groups.every((each) => group.test(each)) ? groups : Array<string>(9).fill('');
}

function spelled(groups: readonly string[]): string {
  return groups.map((each) => parseInt(each, 16).toString(16)).join(':');
}
