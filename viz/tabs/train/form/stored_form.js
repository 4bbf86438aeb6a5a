// Reads the form as this browser tab has stored it before a reload.
() => {
  try {
    return sessionStorage.getItem('glassformer-form') || '';
  } catch {
    return '';
  }
}
