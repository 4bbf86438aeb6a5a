// The form of the comparison: what the second translation is made with.

import {make} from '../../shared/elements.js';
import {minus} from '../../shared/numbers.js';
import {INVISIBLE, say, visible} from '../../shared/text.js';
import {compareRequest} from '../numbers/second_request.js';
import {excerpts} from '../numbers/excerpts.js';
import {comparePart} from './outcome.js';

/** @import {Compare} from './types.js' */
/** @import {Hypothesis, View} from '../types.js' */

const LONGEST_ENTRY = 56; // letters of a hypothesis in the list

/** @param {View} view */
const checkpointNames = view => {
  try {
    const names = JSON.parse(view.props.checkpoints || '[]');
    return Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
  } catch {
    return [];
  }
};

/**
 * The number in a box; null if it is empty or invalid.
 * @param {HTMLInputElement} field
 */
const compareNumber = field => (Number.isNaN(field.valueAsNumber) ? null : field.valueAsNumber);

/**
 * The values of the form, for `compareRequest`.
 * @param {Compare} compare
 */
export const compareFields = compare => {
  /** @param {string} name */
  const part = name => comparePart(compare, name);
  return {
    text: part('text').value,
    target: part('target').value,
    checkpoint: part('checkpoint').value,
    rank: +part('rank').value,
    beam: compareNumber(part('beam')),
    alpha: compareNumber(part('alpha')),
  };
};

/**
 * The hypotheses to choose from; equal texts differ by the scores shown.
 * @param {Hypothesis[]} hypotheses
 */
const hypothesisOptions = hypotheses => {
  const texts = hypotheses.map(({text}) => text.replace(INVISIBLE, visible));
  return excerpts(texts, LONGEST_ENTRY).map((words, rank) => {
    const score =
      texts.indexOf(texts[rank]) === texts.lastIndexOf(texts[rank]) ? '' : ` · ${minus(hypotheses[rank].score, 3)}`;
    return make('option', {value: rank}, `${rank + 1} · ${words}${score}`);
  });
};

/**
 * The form starts with the shown settings, except the sentence; edits are kept.
 * @param {View} view
 * @param {Compare} compare
 */
export const drawCompareForm = (view, compare) => {
  const {texts, packed, props} = view;
  /** @param {string} name */
  const part = name => comparePart(compare, name);
  const before = compare.packed;
  const frame = [packed.id, view.look, props.checkpoints].join('|');
  if (compare.form === frame) return;
  compare.form = frame;
  for (const name of ['text', 'target', 'checkpoint', 'rank', 'beam', 'alpha'])
    part(`${name}-label`).textContent = say(texts, `compare.${name}`);
  for (const name of ['text', 'target']) part(name).placeholder = say(texts, `compare.${name}.placeholder`);
  const names = [...new Set([packed.checkpoint, ...checkpointNames(view)])].filter(Boolean);
  const picker = part('checkpoint');
  const chosen = picker.value;
  picker.replaceChildren(...names.map(name => make('option', {value: name}, name.slice(0, 80))));
  const kept = names.includes(chosen) && before?.checkpoint === packed.checkpoint;
  picker.value = kept ? chosen : packed.checkpoint;
  const rank = before === packed ? part('rank').value : packed.chosen;
  part('rank').replaceChildren(...hypothesisOptions(packed.hypotheses));
  part('rank').value = rank;
  for (const [name, field] of /** @type {const} */ ([
    ['beam', 'beam_size'],
    ['alpha', 'alpha'],
  ])) {
    const own = compareNumber(part(name));
    if (own === null || own === before?.decoding?.[field]) part(name).value = packed.decoding?.[field] ?? '';
  }
  picker.parentNode.hidden = names.length < 2;
  part('rank').parentNode.hidden = packed.hypotheses.length < 2;
  compare.packed = packed;
};

/**
 * The possible request of the current form.
 * @param {View} view
 * @param {Compare} compare
 */
export const markCompareForm = (view, compare) => {
  /** @param {string} name */
  const part = name => comparePart(compare, name);
  const {texts} = view;
  const fields = compareFields(compare);
  const asked = compareRequest(view, fields);
  part('form').hidden = !view.server?.variant; // a saved page may have two lenses alone
  part('rank').disabled = compareRequest(view, {...fields, rank: view.packed.chosen}) !== null;
  for (const name of ['beam', 'alpha']) part(name).disabled = Boolean(fields.target.trim()); // nothing is searched
  part('run').textContent = say(texts, compare.running ? 'compare.running' : 'compare.run');
  part('run').disabled = compare.running || !asked;
  part('note').textContent = compare.problem;
  part('note').hidden = !compare.problem;
  part('hint').textContent = view.variant || part('form').hidden ? '' : say(texts, 'compare.hint');
  compare.host.toggleAttribute('data-waiting', compare.running);
};
