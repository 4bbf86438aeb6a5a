// The secret of this browser, made at its first visit; a browser that denies its store gets one for this page alone.
() => {
  const key = 'glassformer-visitor';
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  try {
    const kept = localStorage.getItem(key);
    if (!kept) localStorage.setItem(key, fresh);
    return kept || fresh;
  } catch {
    return fresh;
  }
}
