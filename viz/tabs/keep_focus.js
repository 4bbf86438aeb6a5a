() => {
  // A button that a key pressed may be disabled or gone afterwards: the focus goes to what can be pressed next to it.
  const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
  const close = box => box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', code: 'Escape', bubbles: true}));
  const isLost = node => node === document.body || node.matches(':disabled') || !node.checkVisibility();
  const canFocus = node => node.checkVisibility() && !node.closest('[aria-hidden=true]');
  let around = [];
  const restore = () => {
    if (!isLost(document.activeElement ?? document.body)) return;
    for (const node of around) {
      const next = node.isConnected && [...node.querySelectorAll(FOCUSABLE)].find(canFocus);
      if (!next) continue;
      next.focus({preventScroll: true});
      if (next.getAttribute('role') === 'combobox') setTimeout(() => close(next)); // Gradio opens the list of a box in focus
      return;
    }
  };
  const observer = new MutationObserver(restore);
  const forget = () => observer.disconnect();
  document.addEventListener('keydown', ({key, target}) => {
    forget();
    if (key !== 'Enter' && key !== ' ') return;
    around = [];
    for (let node = target.parentElement; node; node = node.parentElement) around.push(node);
    observer.observe(document.body, {subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'class', 'style']});
  }, true);
  document.addEventListener('pointerdown', forget, true);
}
