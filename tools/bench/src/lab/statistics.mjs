export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs both sides in turns, the second pair in the other order: `[{ ours, rival }, …]`. */
export async function alternate(count, sides) {
  const pairs = [];
  for (let index = 0; index < count; index++) {
    const order = index % 2 === 0 ? ['ours', 'rival'] : ['rival', 'ours'];
    const pair = {};
    for (const side of order) pair[side] = await sides[side]();
    pairs.push(pair);
  }
  return pairs;
}
