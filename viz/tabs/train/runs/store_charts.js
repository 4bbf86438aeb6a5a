// Stores how the charts are drawn in this browser tab.
(...values) => {
  try {
    sessionStorage.setItem('glassformer-charts', JSON.stringify(values));
  } catch { /* a browser that keeps nothing */ }
}
