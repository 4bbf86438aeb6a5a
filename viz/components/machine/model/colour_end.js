// Where the colours of a tensor's picture end, so that a few large components do not leave all others blank. Pure.

const SHARE = 0.99; // of the numbers that are within the colours, where the others are far beyond
const FAR_BEYOND = 3; // times the largest of those

/**
 * The magnitude at which the colours end, how many numbers are beyond it, and the largest magnitude.
 * @param {Float32Array} values
 */
export const colourEnd = values => {
  const sizes = values.map(Math.abs).sort();
  const most = sizes[sizes.length - 1] || 1;
  const within = sizes[Math.ceil(SHARE * sizes.length) - 1];
  if (!within || most <= FAR_BEYOND * within) return {end: most, beyond: 0, most};
  return {end: within, beyond: sizes.length - 1 - sizes.lastIndexOf(within), most};
};
