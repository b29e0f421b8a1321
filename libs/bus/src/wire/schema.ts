import { type z } from 'zod';

const mostIssues = 5;

/** What is wrong with a request, for whoever sent it: names and rules, no values. */
export function requestFaults(error: z.ZodError): string {
  return list(error, (issue, path) => `${path}: ${issue.message}`);
}

/** What is wrong with a reply, for the log: places and kinds of fault only, since it may hold secrets. */
export function replyFaults(error: z.ZodError): string {
  return list(error, ({ code }, path) => `${path}: ${code}`);
}

function list(
  { issues }: z.ZodError,
  line: (issue: z.core.$ZodIssue, path: string) => string,
): string {
  const lines = issues
    .slice(0, mostIssues)
    .map((issue) => line(issue, issue.path.map(String).join('.') || 'the whole'));
  const more = issues.length - lines.length;
  return more > 0 ? `${lines.join('; ')}; ${more} more` : lines.join('; ');
}
