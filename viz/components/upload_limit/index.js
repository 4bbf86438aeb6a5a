// Files that are too large are refused before anything is sent, whether they were chosen or dropped.

import {say} from '../shared/text.js';

/** @import {Gradio, Part, Texts} from '../shared/types.js' */

const MEGABYTE = 2 ** 20;

/**
 * Size in megabytes, rounded up, so that a refused file is never as large as the limit.
 * @param {number} bytes
 */
const megabytes = bytes => (Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1);

/**
 * The files of a choice or a drop.
 * @param {Event} event
 * @returns {File[]}
 */
const filesOf = event => {
  const chosen =
    event instanceof DragEvent ? event.dataTransfer?.files : /** @type {HTMLInputElement} */ (event.target).files;
  return [...(chosen ?? [])];
};

/**
 * Start the component in its element.
 * @param {Gradio & {given: {file: string, most: number, texts: string}}} gradio
 */
export const mount = ({element, props, given}) => {
  const refusal = /** @type {Part} */ (element.querySelector('.gf-upload-refused'));
  /** @param {Event} event */
  const guard = event => {
    if (!(event.target instanceof Element) || !event.target.closest(`#${given.file}`)) return;
    const large = filesOf(event).find(file => file.size > given.most);
    refusal.hidden = !large;
    if (!large) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.target instanceof HTMLInputElement) event.target.value = '';
    /** @type {Texts} */
    const texts = JSON.parse(props.texts ?? given.texts);
    refusal.textContent = say(texts, 'upload.too_large', {
      name: large.name,
      size: megabytes(large.size),
      limit: given.most / MEGABYTE,
    });
  };
  const file = document.getElementById(given.file);
  const named = () => file?.querySelector('.upload-container')?.removeAttribute('aria-label'); // its words name it
  named();
  if (file) new MutationObserver(named).observe(file, {childList: true, subtree: true});
  for (const name of ['change', 'drop']) document.addEventListener(name, guard, {capture: true});
};
