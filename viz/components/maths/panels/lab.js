// What stands around the figures of a lab: its words, its numbers, and where to go next.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {paragraph, withFormulas} from '../draw/words.js';
import {num} from '../model/numbers.js';

/** @import {Bench, Drawn} from '../types.js' */

/**
 * The words of the lab that is open.
 * @param {Bench} bench
 */
export const drawWords = ({lab, texts, labs, part}) => {
  const {name, section} = lab, own = (/** @type {string} */ key) => texts[`${name}.${key}`];
  part('head').replaceChildren(
    make('h2', {}, own('title')),
    make('p', {class: 'gf-maths-question'}, ...withFormulas(own('question'))),
    ...own('formula') ? [make('div', {class: 'gf-maths-formula'}, ...own('formula').split('\n').map(line => make('div', {}, ...withFormulas(line))))] : [],
    ...paragraph('gf-maths-intro', own('intro')),
    make('p', {class: 'gf-maths-section'}, section ? say(texts, 'section', {section}) : say(texts, 'no_section')),
  );
  part('look').replaceChildren(...own('look') ? [make('b', {}, `${say(texts, 'look_for')} `), ...withFormulas(own('look'))] : []);
  const at = labs.indexOf(lab);
  part('turn').replaceChildren(...[[labs[at - 1], '← '], [labs[at + 1], '→ ']].flatMap(([other, arrow]) => {
    if (!other || typeof other === 'string') return [];
    return [make('button', {type: 'button', 'data-go': other.name}, arrow === '← ' ? `← ${say(texts, `${other.name}.title`)}` : `${say(texts, `${other.name}.title`)} →`)];
  }));
};

/**
 * @param {Bench} bench
 * @param {Drawn['numbers']} numbers
 */
export const drawNumbers = ({lab, texts, part}, numbers = {}) => {
  part('numbers').replaceChildren(...Object.entries(numbers).flatMap(([name, value]) => [
    make('dt', {}, say(texts, `${lab.name}.number.${name}`)),
    make('dd', {'data-number': name, 'data-value': value}, typeof value === 'number' ? num(value) : value),
  ]));
};
