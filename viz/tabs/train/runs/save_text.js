// Saves {name, text}, or {name, base64} of a binary file, as a file.
packed => {
  if (!packed) return;
  const {name, text, base64} = JSON.parse(packed);
  const content = base64 ? Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)) : text;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], {type: base64 ? 'application/zip' : 'text/csv;charset=utf-8'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
