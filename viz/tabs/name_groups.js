() => {
  // Gradio writes the label of a group of choices next to it; a screen reader gets it as the group's name.
  let count = 0;
  document.addEventListener('focusin', ({target}) => {
    const group = target.closest?.('fieldset:not([aria-labelledby])');
    const label = group?.querySelector('[data-testid=block-info]');
    if (!label) return;
    label.id ||= `group-label-${count += 1}`;
    group.setAttribute('aria-labelledby', label.id);
  }, true);
}
