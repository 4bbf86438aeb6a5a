// What the keyboard and a screen reader meet on every tab; Gradio runs each function when the page opens.

/** Close a list that the focus leaves. */
export const closeLists = () => {
  const LEAVING = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);
  // A list that can be scrolled is a stop of the Tab key, which closes it: the focus would be lost.
  document.addEventListener(
    'keydown',
    event => {
      const {key, target} = event;
      /** @type {NodeListOf<HTMLElement>} */
      const lists = document.querySelectorAll('.options, .options ul');
      if (key === 'Tab') for (const list of lists) list.tabIndex = -1;
      // Gradio opens a closed list on any key, even on Tab, which leaves it.
      if (LEAVING.has(key) && target instanceof Element && target.matches('[role=combobox][aria-expanded=false]'))
        event.stopPropagation();
    },
    true,
  );
  // Gradio's lists stay open when the focus leaves them by Tab; they close on Escape.
  document.addEventListener('focusout', ({target}) =>
    setTimeout(() => {
      if (document.activeElement === target || !(target instanceof Element)) return;
      if (target.getAttribute('aria-expanded') === 'true' && target.getAttribute('role') === 'combobox')
        target.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', code: 'Escape', bubbles: true}));
    }, 200),
  );
};

/**
 * Move the focus to what can be pressed next to a button that a key pressed and that is then disabled or gone, and
 * back to a button that was only disabled for a while.
 */
export const keepFocus = () => {
  const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
  /** @param {Element} box */
  const close = box => box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', code: 'Escape', bubbles: true}));
  /** @param {Element} node */
  const isLost = node => node === document.body || node.matches(':disabled') || !node.checkVisibility();
  /** @param {Element} node */
  const canFocus = node => node.checkVisibility() && !node.closest('[aria-hidden=true]');
  /** @type {Element[]} */
  let around = [];
  /** @type {HTMLElement | null} */
  let pressed = null;
  /** @type {{pressed: HTMLElement, next: HTMLElement} | null} */
  let away = null;
  const restore = () => {
    if (away && document.activeElement === away.next && canFocus(away.pressed) && !away.pressed.matches(':disabled')) {
      away.pressed.focus({preventScroll: true});
      away = null;
    }
    if (!isLost(document.activeElement ?? document.body)) return;
    for (const node of around) {
      /** @type {NodeListOf<HTMLElement>} */
      const inside = node.querySelectorAll(FOCUSABLE);
      const next = node.isConnected && [...inside].find(canFocus);
      if (!next) continue;
      next.focus({preventScroll: true});
      away = pressed?.matches(':disabled') ? {pressed, next} : null;
      // Gradio opens the list of a box in focus
      if (next.getAttribute('role') === 'combobox') setTimeout(() => close(next));
      return;
    }
  };
  const observer = new MutationObserver(restore);
  const forget = () => observer.disconnect();
  document.addEventListener(
    'keydown',
    ({key, target, isTrusted}) => {
      if (!isTrusted) return; // the Escape of `close`
      forget();
      if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element)) return;
      [pressed, away, around] = [/** @type {HTMLElement} */ (target), null, []];
      for (let node = target.parentElement; node; node = node.parentElement) around.push(node);
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributeFilter: ['disabled', 'hidden', 'class', 'style'],
      });
    },
    true,
  );
  document.addEventListener('pointerdown', forget, true);
};

/** Name a group of choices for a screen reader by the label that Gradio writes next to it. */
export const nameGroups = () => {
  let count = 0;
  document.addEventListener(
    'focusin',
    ({target}) => {
      const group = target instanceof Element && target.closest('fieldset:not([aria-labelledby])');
      const label = group && group.querySelector('[data-testid=block-info]');
      if (!group || !label) return;
      label.id ||= `group-label-${(count += 1)}`;
      group.setAttribute('aria-labelledby', label.id);
    },
    true,
  );
};
