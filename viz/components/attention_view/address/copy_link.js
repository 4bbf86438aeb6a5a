// The button that copies a link to the view.

import {targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {isLinkedChange} from './second_fields.js';
import {viewLink} from './view_link.js';

/** @import {View} from '../types.js' */

/** @param {View} view */
const copyLink = async view => {
  const link = viewLink(view);
  const status = view.part('link-status');
  const field = view.part('link-text');
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = say(
      view.texts,
      view.variant && !isLinkedChange(view.variant.change) ? 'link.copied.base' : 'link.copied',
    );
    field.hidden = true;
  } catch {
    // no permission, or no clipboard without https: show the link, selected, to copy
    status.textContent = say(view.texts, 'link.shown');
    field.hidden = false;
    field.value = link;
    field.select();
  }
  clearTimeout(view.drawn.linkTimer);
  view.drawn.linkTimer = setTimeout(() => {
    status.textContent = '';
  }, 4000);
};

/** @param {View} view */
const drawLink = view => {
  view.part('link').hidden = location.protocol === 'file:'; // a saved file does not have a public address
  view.part('link-text').hidden = true;
};

/** @param {View} view */
export const wireLink = view => {
  view.show(() => [], drawLink);
  view.part('link').addEventListener('click', () => copyLink(view));
  view.part('link-text').addEventListener('blur', event => {
    targetOf(event).hidden = true;
  });
};
