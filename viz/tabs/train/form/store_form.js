// Stores the values of the form in this browser tab, once the stored ones have been filled in.
(names, state, ...values) => {
  if (state !== 'restored') return;
  try {
    sessionStorage.setItem('glassformer-form', JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]]))));
  } catch { /* a browser that keeps nothing */ }
}
