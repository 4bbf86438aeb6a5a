// Downloads of an evaluation.

/** Save the file that was just written: its link is in the hidden button. */
export const clickFile = () => {
  const file = document.querySelector('#evaluate-saved');
  const link = file?.matches('button, a') ? file : file?.querySelector('button, a');
  setTimeout(() => /** @type {HTMLElement | null} */ (link ?? null)?.click(), 50);
};
