// Numbers, and how they are written. Pure functions.

export const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

export const rounded = value => Math.round(value * 100) / 100;

/** A number with a true minus sign, and none before a zero. */
export const minus = (value, digits) => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) ? `−${text}` : text;
};

/** The same with a plus sign before what is more than zero. */
export const signedText = (value, digits) => `${Number(value.toFixed(digits)) > 0 ? '+' : ''}${minus(value, digits)}`;

/** A number of a sheet: exact, or ≈ to the two digits that 8 bits hold; signed ones carry their sign. */
export const numberText = ({exact, signed, side, low, high}, value) => {
  const sign = signed && value > 0 ? '+' : '', digits = exact ? 4 : high - low > 2 && side !== 'difference' ? 1 : 2;
  return `${exact ? '' : '≈'}${sign}${minus(value, digits)}`;
};

export const weightText = (value, exact) => exact ? value.toFixed(4) : `≈${value.toFixed(2)}`;

export const probabilityText = p => p >= 0.9995 && p < 1 ? '0.9995+' : p.toFixed(p < 0.0995 ? 4 : 3);

export const powerText = (value, digits) => value === 0 ? '0' : value.toExponential(digits);
