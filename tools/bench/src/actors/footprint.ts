import { readFileSync } from 'node:fs';

/** Bytes of live heap; needs `--expose-gc`. Twice, since the first frees what finalizers still held. */
export async function liveHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/**
 * This program's own peak, in bytes. The system's `maxRSS` of a process begins with its parent's, so
 * it is only taken where /proc is missing.
 */
export function peakMemory(): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
    return Number(kibibytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

export interface Filled {
  readonly count: number;
  /** From the first request to the last object in the cache. */
  readonly milliseconds: number;
  /** From the start of the process, modules and credentials included. */
  readonly sinceStart: number;
  /** Time on processors, of all threads; steadier than the clock on a busy machine. */
  readonly cpuMilliseconds: number;
  readonly peakBytes: number;
  readonly heapBytesEach: number;
}

/** Runs `fill`, which resolves with the number of objects kept, and measures what it took. */
export async function measured(fill: () => Promise<number>): Promise<Filled> {
  const before = await liveHeap();
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  const count = await fill();
  const ended = performance.now();
  const cpu = process.cpuUsage(cpuBefore);
  const peakBytes = peakMemory();
  const heapBytesEach = ((await liveHeap()) - before) / count;
  return {
    count,
    milliseconds: ended - begun,
    sinceStart: ended,
    cpuMilliseconds: (cpu.user + cpu.system) / 1000,
    peakBytes,
    heapBytesEach,
  };
}
