import { type NodeSelectorTerm, type Volume } from '@slipway/contracts';
import { z } from 'zod';
import { known, part } from '../kubernetes/index.js';

const Requirements = part(
  z.array(z.object({ key: z.string(), operator: z.string(), values: part(z.array(z.string())) })),
);

export const NodeSelectorTermObject = z.object({
  matchExpressions: Requirements,
  matchFields: Requirements,
});
type Term = z.infer<typeof NodeSelectorTermObject>;

/** The required affinity as its alternatives; undefined when there is none. Source: VMK Engine. */
export function nodeAffinity(terms: readonly Term[] | undefined): Volume['node_affinity'] {
  return terms && terms.length > 0 ? terms.map(termOf) : undefined;
}

function termOf({ matchExpressions, matchFields }: Term): z.infer<typeof NodeSelectorTerm> {
  return known({
    match_expressions: matchExpressions?.map(known),
    match_fields: matchFields?.map(known),
  });
}
