() => {
  // Gradio's lists stay open when the focus leaves them by Tab; they close on Escape.
  document.addEventListener('focusout', ({target}) => setTimeout(() => {
    if (document.activeElement === target || target.getAttribute?.('aria-expanded') !== 'true') return;
    if (target.getAttribute('role') === 'combobox')
      target.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', code: 'Escape', bubbles: true}));
  }, 200));
}
