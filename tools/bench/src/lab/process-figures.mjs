import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Bytes of memory that a process holds now. */
export function residentBytes(pid) {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(kibibytes) * 1024;
  } catch {
    return (
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
    );
  }
}

/** Milliseconds of processor time that a process has taken; NaN where /proc is missing. */
export function processorMilliseconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // in ticks of 1/100 s
  } catch {
    return NaN;
  }
}
