// What the list of evaluations needs of the browser.

/** Return which evaluation this page showed before it was reloaded. */
export const storedEvaluation = () => {
  try {
    return sessionStorage.getItem('glassformer-evaluations') || '';
  } catch {
    return ''; // a browser that keeps nothing
  }
};
