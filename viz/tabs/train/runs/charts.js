// How the charts are drawn, as this browser tab keeps it.

/** @param {unknown[]} values of the controls */
export const store = (...values) => {
  try {
    sessionStorage.setItem('glassformer-charts', JSON.stringify(values));
  } catch {
    /* a browser that keeps nothing */
  }
};

/**
 * Return how the charts were drawn before a reload.
 * @param {unknown[]} values of the controls, where nothing is stored
 */
export const stored = (...values) => {
  try {
    const stored = JSON.parse(sessionStorage.getItem('glassformer-charts') || '[]');
    return stored.length === values.length ? stored : values;
  } catch {
    return values; // a browser that keeps nothing
  }
};
