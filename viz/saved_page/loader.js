// Opens a page that is packed in its own file: its elements, style and script, deflated in JSON.

import {bytesOf} from '../components/shared/bytes.js';
import {inflated} from '../components/shared/engine/archive.js';

const open = async () => {
  const from = /** @type {HTMLElement} */ (document.getElementById('page'));
  const {html, style, script} = JSON.parse(new TextDecoder().decode(await inflated(bytesOf(from.textContent ?? ''))));
  const looks = document.createElement('style');
  const acts = document.createElement('script');
  looks.textContent = style;
  acts.textContent = script; // the policy of the file names it by its hash
  document.head.append(looks);
  document.getElementById('waiting')?.replaceWith(...new DOMParser().parseFromString(html, 'text/html').body.children);
  document.body.append(acts);
};

export const opening = open();
