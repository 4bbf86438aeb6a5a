() => {
  // A button that a key pressed may be disabled or gone then: the focus goes to what can be pressed next to it.
  const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
  const MOMENTS = [100, 400, 1000, 2000, 4000]; // milliseconds after a key
  document.addEventListener('keydown', ({key, target}) => {
    if (key !== 'Enter' && key !== ' ') return;
    const around = [];
    for (let node = target.parentElement; node; node = node.parentElement) around.push(node);
    const restore = () => {
      if (document.activeElement !== document.body) return;
      for (const node of around) {
        const next = node.isConnected && [...node.querySelectorAll(FOCUSABLE)].find(one => one.checkVisibility() && !one.closest('[aria-hidden=true]'));
        if (next) { next.focus({preventScroll: true}); return; }
      }
    };
    for (const wait of MOMENTS) setTimeout(restore, wait);
  }, true);
}
