// Downloads of an evaluation.

/** Save the file that was just written: its link is in the hidden button. */
export const clickFile = () => {
  const file = document.querySelector('#evaluate-file');
  const button = /** @type {HTMLElement | null} */ (file?.matches('button, a') ? file : file?.querySelector('button, a'));
  setTimeout(() => button?.click(), 50);
};
