import { type DrainStep, type Problem } from '@slipway/contracts';

export interface Told {
  readonly steps: readonly DrainStep[];
  /** The last line. */
  readonly end: Partial<Problem>;
}

/** Reads a drain's lines as they come. */
export async function readTold(
  body: ReadableStream<Uint8Array>,
  onStep: (step: DrainStep) => unknown,
): Promise<Told> {
  const lines: DrainStep[] = [];
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop()!;
    for (const part of parts) {
      const step = JSON.parse(part) as DrainStep;
      lines.push(step);
      await onStep(step);
    }
  }
  return { steps: lines.slice(0, -1), end: lines.at(-1) as unknown as Partial<Problem> };
}
