// Fills in how the charts were drawn in this browser tab before a reload.
(...values) => {
  try {
    const stored = JSON.parse(sessionStorage.getItem('glassformer-charts') || '[]');
    return stored.length === values.length ? stored : values;
  } catch {
    return values; // a browser that keeps nothing
  }
}
