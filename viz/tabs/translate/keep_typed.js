// Returns the sentence of the box once the page has opened: one that was typed meanwhile, else the one that was opened.
(opened, typed) => {
  const box = document.querySelector('#source');
  return box && box.dataset.served !== typed ? typed : opened || typed;
}
