// Removes the tooltips of the charts' boxes once they are drawn: Gradio writes the internal names of the choices there.
() => {
  /** @param {number} tries */
  const clean = tries => {
    const labels = [...document.querySelectorAll('#train-charts [title]')];
    labels.forEach(label => label.removeAttribute('title'));
    if (!document.querySelector('#train-charts input[type=checkbox]') && tries) setTimeout(() => clean(tries - 1), 50);
  };
  clean(100);
}
