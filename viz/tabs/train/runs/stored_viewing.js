// Reads what this page showed before it was reloaded, as the list of runs has stored it.
(stored, language) => {
  try {
    return [sessionStorage.getItem('glassformer-runs') || '', language];
  } catch {
    return ['', language];
  }
}
