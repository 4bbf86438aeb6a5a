// Two translations side by side: another sentence, a translation of one's own, another checkpoint, hypothesis or beam,
// or a result of the lab or the search tree. This file requests the second one; compare_outcome.js draws the result,
// and compare_lenses.js two lenses of one head.

import {make, targetOf} from '../../shared/elements.js';
import {minus} from '../../shared/numbers.js';
import {INVISIBLE, say, visible} from '../../shared/text.js';
import {differs} from '../numbers/choices.js';
import {excerpts} from '../numbers/excerpts.js';
import {headOfName} from '../numbers/heads.js';
import {compareRequest} from '../numbers/second_request.js';
import {showVariant} from '../second_translation/request.js';
import {ask} from '../server/ask.js';
import {keepForm, keptForm, keptText} from '../server/kept.js';
import {drawForced, markForced} from './forced.js';
import {buildLenses} from './lenses.js';
import {comparePart, drawCompareHeads, drawCompareOutputs, markCompare} from './outcome.js';

/** @import {Attributes, Child, Hypothesis, PanelState, Part, View} from '../types.js' */
/** @import {Compare} from './types.js' */

// The form of the comparison: what the second translation is made with.

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
const compareFields = compare => {
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
const drawCompareForm = (view, compare) => {
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
 * Mark which requests the present form allows.
 * @param {View} view
 * @param {Compare} compare
 */
const markCompareForm = (view, compare) => {
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

/**
 * @param {View} view
 * @param {Part} host
 */
export const build = (view, host) => {
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Attributes} [attributes]
   * @param {...Child} children
   */
  const part = (name, tag, attributes = {}, ...children) =>
    make(tag, {'data-compare': name, ...attributes}, ...children);
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Attributes} [attributes]
   */
  const pick = (name, tag, attributes = {}) =>
    make('label', {class: 'gf-pick'}, part(`${name}-label`, 'span'), ' ', part(name, tag, attributes));
  /** @param {string} name */
  const sentence = name => {
    const id = `${view.root.id || 'gf'}-compare-${name}`;
    return make(
      'div',
      {class: 'gf-compare-text'},
      part(`${name}-label`, 'label', {for: id}),
      part(name, 'input', {type: 'text', id, dir: 'auto', maxlength: 20000, autocomplete: 'off', spellcheck: 'false'}),
    );
  };
  /** @param {Attributes} attributes */
  const number = attributes => ({type: 'number', inputmode: 'decimal', ...attributes});
  /** @type {Compare} */
  const compare = {host, packed: null, running: false, problem: '', drawn: '', form: ''};
  view.panels.compare = compare;
  host.append(
    part(
      'form',
      'form',
      {class: 'gf-compare-form', novalidate: ''},
      sentence('text'),
      sentence('target'),
      pick('checkpoint', 'select'),
      pick('rank', 'select'),
      make(
        'span',
        {class: 'gf-compare-search'},
        pick('beam', 'input', number({min: 1, max: 16, step: 1})),
        pick('alpha', 'input', number({min: 0, max: 5, step: 0.1})),
      ),
      part('run', 'button', {type: 'submit', class: 'gf-lab-button'}),
    ),
    part('note', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
    part('hint', 'p', {class: 'gf-hint', role: 'status'}),
    part(
      'body',
      'div',
      {class: 'gf-compare-body', hidden: ''},
      part('outputs-title', 'h3', {class: 'gf-heading'}),
      make(
        'div',
        {class: 'gf-compare-outputs'},
        make(
          'div',
          {class: 'gf-compare-names', 'aria-hidden': 'true'},
          part('base-name', 'span'),
          part('gap-name', 'span'),
          part('variant-name', 'span'),
        ),
        part('outputs', 'ol'),
      ),
      part('outputs-note', 'p', {class: 'gf-hint'}),
      part('forced', 'div', {class: 'gf-compare-forced', hidden: ''}),
      make(
        'div',
        {class: 'gf-compare-columns'},
        make(
          'div',
          {},
          part('heads-title', 'h3', {class: 'gf-heading'}),
          part('heads', 'div', {class: 'gf-compare-grid', role: 'grid'}),
          part('heads-legend', 'p', {class: 'gf-legend'}),
        ),
        make(
          'div',
          {},
          part('cells-title', 'h3', {class: 'gf-heading'}),
          part('cells', 'ul', {class: 'gf-compare-cells'}),
        ),
      ),
    ),
    buildLenses(view),
  );
  wireCompare(view, compare);
  const kept = keptForm(view, 'compare');
  for (const name of ['text', 'target']) comparePart(compare, name).value = keptText(kept[name]);
};

/**
 * @param {View} view
 * @param {Compare} compare
 */
const runCompare = async (view, compare) => {
  const {packed} = view;
  const request = compareRequest(view, compareFields(compare));
  compare.problem = '';
  if (!request || compare.running) {
    markCompareForm(view, compare);
    return;
  }
  compare.running = true;
  markCompareForm(view, compare);
  const reply = await ask(view, 'variant', request);
  compare.running = false;
  if (typeof reply?.payload === 'string')
    try {
      showVariant(view, reply.payload, 'both');
    } catch (error) {
      console.error(error);
      compare.problem = say(view.texts, 'payload.broken');
    }
  else if (view.packed === packed) compare.problem = reply?.problem ?? say(view.texts, 'compare.no_answer');
  markCompareForm(view, compare);
};

/** @param {View} view */
const markBoth = view => {
  markCompare(view);
  markForced(view);
};

/** @param {View} view */
export const draw = view => {
  const {
    panels: {compare},
    variant,
    choice: {kind, rows},
  } = view;
  const drawn = [view.packed.id, variant?.packed.id, kind, rows, view.look].join('|');
  drawCompareForm(view, compare);
  markCompareForm(view, compare);
  comparePart(compare, 'body').hidden = !variant;
  if (!variant) {
    compare.drawn = '';
    return;
  }
  if (compare.drawn !== drawn) {
    compare.drawn = drawn;
    drawCompareOutputs(view, compare);
    drawForced(view, compare);
    drawCompareHeads(view, compare);
  } else markBoth(view);
};

/**
 * @param {View} view
 * @param {Event} event
 */
const clickCompare = (view, event) => {
  const tile = targetOf(event).closest('[data-differs]');
  const pair = targetOf(event).closest('[data-pair]');
  const scored = targetOf(event).closest('[data-scored]');
  if (scored) view.change({side: 'variant', step: +scored.dataset.scored, pin: null, cell: null});
  if (tile) view.change({...headOfName(tile.dataset.differs), cell: null});
  if (!pair) return;
  const {base, variant} = pair.dataset;
  const alone = view.choice.side === 'variant';
  const free = {pin: null, cell: null};
  if (+(alone ? variant : base) >= 0) view.change({step: +(alone ? variant : base), ...free});
  else if (alone) view.change({side: 'base', step: +base, ...free});
  else view.change({side: 'variant', step: +variant, ...free});
};

/**
 * @param {Compare} compare
 * @param {KeyboardEvent} event
 */
const keyOfCompare = (compare, event) => {
  const tile = targetOf(event).closest('[data-differs]');
  const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (!tile || !by) return;
  event.preventDefault();
  const {kind, layer, head} = headOfName(tile.dataset.differs);
  const name = `${kind}.${layer + by[0]}.${head + by[1]}`;
  const to = compare.host.querySelector(`[data-differs="${name}"]:not(:disabled)`);
  if (!to) return;
  tile.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
};

/**
 * @param {View} view
 * @param {Compare} compare
 */
const wireCompare = (view, compare) => {
  const {host} = compare;
  const form = comparePart(compare, 'form');
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    runCompare(view, compare);
  });
  form.addEventListener('input', () => {
    const {text, target} = compareFields(compare);
    compare.problem = '';
    keepForm(view, 'compare', {text, target});
    markCompareForm(view, compare);
  });
  host.addEventListener('click', event => clickCompare(view, event));
  host.addEventListener('keydown', event => keyOfCompare(compare, event));
};

/**
 * @param {View} view
 * @param {Part} host
 * @param {PanelState} before
 */
export const mark = (view, host, before) => {
  const changed = differs(before.choice, view.choice);
  if (changed('kind', 'rows')) draw(view);
  else if (changed('layer', 'head', 'step', 'side')) markBoth(view);
};
