const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d{1,9}))?$/;

const binary: Readonly<Record<string, bigint>> = {
  Ki: 10n,
  Mi: 20n,
  Gi: 30n,
  Ti: 40n,
  Pi: 50n,
  Ei: 60n,
};
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** No Kubernetes quantity is larger; larger ones are read as this. */
const largest = 2n ** 63n - 1n;

/**
 * A Kubernetes quantity such as `10Gi`, `1.5G`, `500m` or `1e3`, exact at any size, rounded up to a
 * whole unit and cut at 2^63 - 1. Undefined for text that is no quantity.
 */
export function parseQuantity(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', power, scale, exponent] = form.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  if (sign === undefined || digits === '') return undefined;
  const amount = BigInt(digits) << (binary[power ?? ''] ?? 0n);
  const shift = (decimal[scale ?? ''] ?? Number(exponent ?? 0)) - fraction.length;
  return sign === '-' ? -scaled(amount, shift, 'down') : scaled(amount, shift, 'up');
}

/** `amount * 10^shift`; the shift is bounded first, or `1e999999999` would be computed. */
function scaled(amount: bigint, shift: number, round: 'up' | 'down'): bigint {
  if (amount === 0n) return 0n;
  if (shift >= 0) return atMost(amount * 10n ** BigInt(Math.min(shift, 20)));
  const length = amount.toString().length;
  const divisor = 10n ** BigInt(Math.min(-shift, length));
  return atMost((amount + (round === 'up' ? divisor - 1n : 0n)) / divisor);
}

function atMost(value: bigint): bigint {
  return value > largest ? largest : value;
}
