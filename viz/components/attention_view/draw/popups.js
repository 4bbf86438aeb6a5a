// The panels that open below the translation, one at a time.

export const closePanels = view => {
  for (const button of view.root.querySelectorAll('[data-opens]')) button.setAttribute('aria-expanded', 'false');
  for (const panel of view.root.querySelectorAll('[data-panel]')) panel.hidden = true;
};

export const togglePanel = (view, name) => {
  const panel = view.root.querySelector(`[data-panel="${name}"]`), open = panel.hidden;
  closePanels(view);
  panel.hidden = !open;
  view.root.querySelector(`[data-opens="${name}"]`).setAttribute('aria-expanded', String(open));
  if (!open) return;
  panel.querySelector('button')?.focus({preventScroll: true});
  const away = event => {
    if (event.target.closest?.('[data-part="actions"]') && view.root.contains(event.target)) return;
    closePanels(view);
    document.removeEventListener('pointerdown', away, true);
  };
  document.addEventListener('pointerdown', away, true);
};
