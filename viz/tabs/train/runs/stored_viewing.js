// Reads what this page showed before it was reloaded, as the list of runs has stored it; a run that the address names is
// followed instead.
() => {
  const run = new URLSearchParams(location.search).get('run');
  let stored = '';
  try {
    stored = sessionStorage.getItem('glassformer-runs') || '';
  } catch { /* a browser that keeps nothing */ }
  if (!run) return stored;
  try {
    return JSON.stringify({...JSON.parse(stored), name: run});
  } catch {
    return JSON.stringify({name: run, compared: []});
  }
}
