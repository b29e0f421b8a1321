import { median } from './statistics.mjs';

/**
 * A row about a ratio between the sides; its median is held against the bar. `per` says which way:
 * 'ours/rival' or 'rival/ours'. `format` writes a figure with its unit.
 */
export function compared({ what, pairs, value, per = 'ours/rival', bar, format }) {
  const figures = pairs.map(({ ours, rival }) => ({ ours: value(ours), rival: value(rival) }));
  const ratios = figures.map(({ ours, rival }) =>
    per === 'ours/rival' ? ours / rival : rival / ours,
  );
  return {
    what,
    ours: format(median(figures.map(({ ours }) => ours))),
    rival: format(median(figures.map(({ rival }) => rival))),
    ratio: `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    bar: bar ? `${per} ${words(bar)} ×` : 'none',
    pass: bar ? holds(median(ratios), bar) : undefined,
  };
}

/** A row about a figure of ours alone, beside the rival's where there is one. */
export function absolute({ what, ours, rival, bar, format }) {
  const spread =
    ours.length > 1 ? ` (${format(Math.min(...ours))}–${format(Math.max(...ours))})` : '';
  return {
    what,
    ours: `${format(median(ours))}${spread}`,
    rival: rival ? format(median(rival)) : '–',
    ratio: '–',
    bar: bar ? words(bar, format) : 'none',
    pass: bar ? holds(median(ours), bar) : undefined,
  };
}

const words = ({ atLeast, atMost }, format = String) =>
  atLeast === undefined ? `≤ ${format(atMost)}` : `≥ ${format(atLeast)}`;

const holds = (value, { atLeast = -Infinity, atMost = Infinity }) =>
  value >= atLeast && value <= atMost;

export const rounded =
  (unit, digits = 0) =>
  (value) =>
    `${value.toFixed(digits)} ${unit}`;
export const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
/** Of 1,000 bytes, as the bars for heap mean it. */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(2)} KB`;
export const milliseconds = rounded('ms', 2);
export const seconds = (value) => `${(value / 1000).toFixed(2)} s`;
