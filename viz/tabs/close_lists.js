() => {
  // A list that can be scrolled is a stop of the Tab key, which closes it: the focus would be lost.
  document.addEventListener('keydown', ({key}) => {
    if (key === 'Tab') for (const list of document.querySelectorAll('.options, .options ul')) list.tabIndex = -1;
  }, true);
  // Gradio's lists stay open when the focus leaves them by Tab; they close on Escape.
  document.addEventListener('focusout', ({target}) => setTimeout(() => {
    if (document.activeElement === target || target.getAttribute?.('aria-expanded') !== 'true') return;
    if (target.getAttribute('role') === 'combobox')
      target.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', code: 'Escape', bubbles: true}));
  }, 200));
}
