// A table of texts with named columns.

import {make, write} from '../shared/elements.js';
import {followNarrow} from '../shared/watching.js';

/** @import {Gradio, Part} from '../shared/types.js' */

const NARROW = 520; // pixels of the table's own width

/**
 * @param {Part} view
 * @param {string} value
 */
const draw = (view, value) => {
  view.hidden = !value;
  if (!value) return;
  /** @type {{title: string, note: string, columns: string[], rows: string[][]}} */
  const {title, note, columns, rows} = JSON.parse(value);
  write(view.querySelector('.gf-table-title'), title);
  write(view.querySelector('.gf-table-note'), note);
  view.querySelector('table').hidden = !rows.length;
  view.querySelector('thead tr').replaceChildren(...columns.map(name => make('th', {scope: 'col'}, name)));
  view
    .querySelector('tbody')
    .replaceChildren(
      ...rows.map(texts => make('tr', {}, ...texts.map((text, i) => make('td', {'data-column': columns[i]}, text)))),
    );
  view.classList.toggle('many', columns.length > 2);
};

/**
 * Start the component in its element.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch}) => {
  const view = element.querySelector('.gf-table');
  followNarrow(view, NARROW);
  watch('value', () => draw(view, props.value));
  draw(view, props.value);
};
