// The form, as this browser tab keeps it.

/**
 * Store the values of the form, once the stored ones have been filled in.
 * @param {string[]} names of the fields
 * @param {string} state
 * @param {unknown[]} values
 */
export const store = (names, state, ...values) => {
  if (state !== 'restored') return;
  try {
    sessionStorage.setItem(
      'glassformer-form',
      JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]]))),
    );
  } catch {
    /* a browser that keeps nothing */
  }
};

/** Return the form as it was stored before a reload. */
export const stored = () => {
  try {
    return sessionStorage.getItem('glassformer-form') || '';
  } catch {
    return '';
  }
};
