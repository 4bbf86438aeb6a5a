// What this page looked at before it was reloaded, as the list of runs has kept it.
(stored, language) => {
  try {
    return [sessionStorage.getItem('glassformer-runs') || '', language];
  } catch {
    return ['', language];
  }
}
