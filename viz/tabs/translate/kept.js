// Returns what this browser kept of the page before it was loaded again, for `read_kept`.
(checkpoint, source) => {
  let draft = '';
  try {
    draft = sessionStorage.getItem('glassformer-draft') || '';
  } catch { /* a browser that keeps nothing */ }
  const box = document.querySelector('#source');
  if (box) box.dataset.served = source; // to tell what is typed while the page opens
  return [checkpoint, source, JSON.stringify({fields: history.state?.glassformer ?? {}, draft})];
}
