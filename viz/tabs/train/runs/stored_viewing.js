// Reads what this page showed before it was reloaded, as the list of runs has stored it.
() => {
  try {
    return sessionStorage.getItem('glassformer-runs') || '';
  } catch {
    return '';
  }
}
