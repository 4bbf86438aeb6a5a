// Random numbers that a seed repeats.

/**
 * A generator of numbers from 0 up to 1 (mulberry32).
 * @param {number} seed
 */
export const uniform = seed => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/**
 * A generator of normal numbers, mean 0 and variance 1 (Box and Muller).
 * @param {number} seed
 */
export const normal = seed => {
  const draw = uniform(seed);
  /** @type {number | null} */
  let kept = null;
  return () => {
    if (kept !== null) {
      const value = kept;
      kept = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - draw()));
    const angle = 2 * Math.PI * draw();
    kept = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
};

/**
 * Some numbers of a generator.
 * @param {() => number} draw
 * @param {number} count
 */
export const several = (draw, count) => {
  const found = new Float64Array(count);
  for (let i = 0; i < count; i++) found[i] = draw();
  return found;
};
