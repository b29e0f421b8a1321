/** RFC 3339 in whole seconds with `Z`, from a Kubernetes timestamp (always UTC). */
export function rfc3339(timestamp: string): string {
  return `${timestamp.slice(0, 19)}Z`;
}

/** Go's text form of a time, `2026-11-04 10:00:00 +0000 UTC`; VMK Engine shows it on volumes alone. */
export function goTime(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} +0000 UTC`;
}
