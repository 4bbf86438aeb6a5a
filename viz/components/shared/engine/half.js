// Half precision (IEEE 754 binary16): 1 sign bit, 5 bits of exponent, 10 bits of fraction.

/** @param {number} bits */
const halfValue = bits => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

const VALUES = Float32Array.from({length: 1 << 16}, (_, bits) => halfValue(bits));

/**
 * Numbers whose bytes come in two planes: signs and exponents compress well apart from the low bits of the fractions.
 * @param {Uint8Array} high
 * @param {Uint8Array} low
 * @param {Float32Array} values where they are written
 */
export const floatsOfPlanes = (high, low, values) => {
  for (let i = 0; i < values.length; i++) values[i] = VALUES[(high[i] << 8) | low[i]];
  return values;
};
