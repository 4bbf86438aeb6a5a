// The list of all labs, by the paper's order, with a filter.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';

/** @import {Bench, Lab} from '../types.js' */

/** @type {Lab['group'][]} */
export const GROUPS = ['attention', 'positions', 'layer', 'training', 'data', 'cost', 'mistakes'];

/** @param {string} text */
const folded = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether every word of the filter is in a lab's words.
 * @param {Bench} bench
 * @param {Lab} lab
 * @param {string} filter
 */
const matches = ({texts}, {name, group, section}, filter) => {
  const all = folded(
    [say(texts, `${name}.title`), say(texts, `${name}.question`), say(texts, `group.${group}`), section, name].join(
      ' ',
    ),
  );
  return folded(filter)
    .split(/\s+/)
    .every(word => all.includes(word));
};

/**
 * @param {Bench} bench
 * @param {(lab: Lab) => void} open
 */
export const drawList = (bench, open) => {
  const {labs, texts} = bench;
  bench.part('list').replaceChildren(
    ...GROUPS.flatMap(group => {
      const own = labs.filter(lab => lab.group === group);
      if (!own.length) return [];
      return [
        make(
          'section',
          {'data-group': group},
          make('h2', {}, say(texts, `group.${group}`)),
          make(
            'ul',
            {},
            ...own.map(lab => {
              const button = make('button', {type: 'button', 'data-lab': lab.name}, say(texts, `${lab.name}.title`));
              button.addEventListener('click', () => open(lab));
              return make('li', {}, button);
            }),
          ),
        ),
      ];
    }),
  );
};

/**
 * Mark the lab that is open, and hide what the filter leaves out.
 * @param {Bench} bench
 * @param {string} filter
 */
export const filterList = (bench, filter) => {
  let found = 0;
  for (const section of bench.part('list').querySelectorAll('section')) {
    let own = 0;
    for (const button of section.querySelectorAll('button')) {
      const lab = /** @type {Lab} */ (bench.labs.find(one => one.name === button.dataset.lab));
      const isFound = matches(bench, lab, filter);
      button.parentElement.hidden = !isFound;
      button.setAttribute('aria-current', String(lab === bench.lab));
      own += Number(isFound);
    }
    section.hidden = !own;
    found += own;
  }
  bench.part('none').hidden = found > 0;
};

/**
 * Scroll the list, and only the list, until the lab that is open is in sight.
 * @param {HTMLElement} list
 */
export const showCurrent = list => {
  const current = list.querySelector('[aria-current=true]');
  if (!current || list.scrollHeight <= list.clientHeight) return;
  const {top, bottom} = current.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  const margin = (bottom - top) * 2;
  if (top < room.top) list.scrollTop -= room.top - top + margin;
  else if (bottom > room.bottom - margin) list.scrollTop += bottom - room.bottom + margin; // its end is faded
};
