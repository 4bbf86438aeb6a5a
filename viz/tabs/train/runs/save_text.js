// Saves {name, text} as a file.
packed => {
  if (!packed) return;
  const {name, text} = JSON.parse(packed);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'text/csv;charset=utf-8'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
