// Returns the secret of this browser, made at its first visit; without storage it lasts as long as the page.
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
