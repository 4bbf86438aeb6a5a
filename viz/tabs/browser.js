// Files and the secret of a visitor.

/**
 * Save a file.
 * @param {string} packed {name, text}, or {name, base64} of a binary file
 */
export const saveText = packed => {
  if (!packed) return;
  const {name, text, base64} = JSON.parse(packed);
  const content = base64 ? Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)) : text;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], {type: base64 ? 'application/zip' : 'text/csv;charset=utf-8'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** Return the secret of this browser, made at its first visit; without storage it lasts as long as the page. */
export const visitorSecret = () => {
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
};
