// One row of attention edited by hand: a bar for each key, dragged or moved by keys; the others are rescaled.

import {make, targetOf, withKeys, write} from '../../shared/elements.js';
import {clamp, weightText} from '../../shared/numbers.js';
import {inARow, markedToken, plainToken, say, sayCount} from '../../shared/text.js';
import {rescaledRow} from '../numbers/second_request.js';
import {headName, nameOfHead, rowName} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {keyTokens, quantisedHead, queryTokens} from '../numbers/payload.js';
import {isStandIn} from '../numbers/reduced.js';
import {openPanelName, stepOn, variantStep} from '../store/selectors.js';
import {fetchExact} from '../server/detail.js';
import {changeLab, setLab} from '../changes/changes.js';

/** @import {Part, RowAt, View} from '../types.js' */

/** @type {Record<string, number>} */
const EDIT_ENDS = {Home: 0, End: 1};

/** @type {Record<string, number>} */
const EDIT_KEYS = {ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1};

/**
 * The row to edit: of the current head, that of the pinned query, else the chosen one, else the step's.
 * @param {View} view
 */
const editPlace = view => {
  const {kind, layer, head, pin} = view.choice;
  const sheet = view.sheets?.[0];
  const pinned = pin?.side === 'query' ? (sheet?.rows[pin.index]?.[0] ?? pin.index) : null;
  const query = pinned ?? view.panels.lab.query ?? (kind === 'encoder' ? 0 : stepOn(view, 'base'));
  return {kind, layer, head, query: clamp(query, 0, view.packed.kinds[kind].shape[2] - 1)};
};

/**
 * The model's own row over the keys that it may see, scaled to a sum of exactly 1.
 * @param {View} view
 * @param {RowAt} at
 */
const modelRow = (view, {kind, layer, head, query}) => {
  const {packed} = view;
  const [, , , keys] = packed.kinds[kind].shape;
  const exact = packed.exactHeads.get(`${kind}.${layer}.${head}`);
  const values = exact ?? quantisedHead(packed, {kind, layer, head});
  const row = Float64Array.from(values.subarray(query * keys, query * keys + (kind === 'decoder' ? query + 1 : keys)));
  const total = row.reduce((sum, value) => sum + value, 0) || 1;
  const known = Boolean(exact) || !isStandIn(packed, {kind, layer}); // the smaller picture of a long input is not a row
  return {weights: row.map(value => value / total), exact: Boolean(exact), known};
};

/**
 * @param {View} view
 * @param {RowAt} place
 */
const editedRow = (view, place) => view.lab.edits.get(rowName(place)) ?? null;

/**
 * @param {View} view
 * @param {Part} host
 * @param {RowAt} place
 */
const buildEdit = (view, host, place) => {
  const {texts, packed} = view;
  const {kind} = place;
  const row = modelRow(view, place);
  const keys = keyTokens(packed, kind);
  const queries = queryTokens(packed, kind, view.choice.rows);
  const picker = make(
    'select',
    {'data-edit': 'query', 'aria-label': say(texts, 'lab.edit.query')},
    ...queries.map((token, i) => make('option', {value: i}, `${i + 1} ${plainToken(token).slice(0, 40)}`)),
  );
  picker.value = String(place.query);
  /** @param {number} i */
  const bar = i => {
    const fill = make('i', {class: 'gf-fill'});
    const was = make('i', {class: 'gf-edit-was'});
    was.style.left = `${100 * row.weights[i]}%`;
    return make(
      'li',
      {},
      make(
        'span',
        {class: 'gf-letters', title: keys[i].length > 16 ? keys[i].slice(0, 400) : null},
        markedToken(keys[i]).slice(0, 200),
      ),
      make(
        'span',
        {
          role: 'slider',
          tabindex: 0,
          class: 'gf-edit-bar',
          'data-key': i,
          'aria-valuemin': 0,
          'aria-valuemax': 1,
          'aria-label': say(texts, 'lab.edit.key', {token: plainToken(keys[i]).slice(0, 80)}),
        },
        make('span', {class: 'gf-track'}, fill),
        was,
      ),
      make('span', {class: 'gf-number'}),
    );
  };
  host.replaceChildren(
    make(
      'h3',
      {class: 'gf-heading'},
      make('span', {}, say(texts, 'lab.edit')),
      make('span', {class: 'gf-hint'}, headName(texts, place)),
    ),
    make(
      'p',
      {class: 'gf-edit-row'},
      make(
        'label',
        {class: 'gf-pick'},
        make('span', {}, say(texts, kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${view.choice.rows}`)),
        ' ',
        picker,
      ),
      make('button', {type: 'button', class: 'gf-lab-button', 'data-edit': 'reset'}, say(texts, 'lab.edit.reset')),
    ),
    make('ol', {class: 'gf-edit-keys'}, ...(row.weights.length ? Array.from(row.weights, (_, i) => bar(i)) : [])),
    make(
      'p',
      {class: 'gf-hint'},
      ...(row.weights.length === 1 ? [say(texts, 'lab.edit.alone')] : withKeys(texts, 'lab.edit.hint')),
    ),
    make('p', {class: 'gf-hint gf-edit-tick'}, say(texts, 'lab.edit.tick')),
    make('p', {class: 'gf-hint', 'data-edit': 'rows'}),
  );
};

/**
 * The views request float32 weights only when they show weights of this translation; the row always needs them.
 * @param {View} view
 * @param {RowAt} place
 */
const fetchEditRow = async (view, place) => {
  if (!modelRow(view, place).known) return;
  await fetchExact(view, view.packed, place, WEIGHTS);
  if (view.packed.exactHeads.has(nameOfHead(place))) markEdit(view);
};

/**
 * Show the row: edited, or as the model computed it.
 * @param {View} view
 */
export const markEdit = view => {
  const {lab: panel} = view.panels;
  const host = panel?.host.querySelector('[data-lab="edit"]');
  if (!host || openPanelName(view) !== 'lab') return;
  const place = editPlace(view);
  const frame = `${rowName(place)}.${view.choice.rows}`;
  if (panel.frame !== frame) {
    panel.frame = frame;
    buildEdit(view, host, place);
    fetchEditRow(view, place);
  }
  const edit = editedRow(view, place);
  const own = modelRow(view, place);
  const weights = edit?.weights ?? own.weights;
  for (const bar of host.querySelectorAll('[data-key]')) {
    const weight = weights[+bar.dataset.key];
    const before = own.weights[+bar.dataset.key];
    const text = weightText(weight, Boolean(edit) || own.exact);
    const marks = `${weight} ${before} ${text} ${edit || own.known}`;
    if (bar.gfMarks === marks) continue; // usually unchanged
    bar.gfMarks = marks;
    bar.querySelector('.gf-fill').style.width = `${100 * weight}%`;
    bar.querySelector('.gf-edit-was').style.left = `${100 * before}%`;
    bar.setAttribute('aria-disabled', String(weights.length === 1 || !(edit || own.known)));
    bar.setAttribute('aria-valuenow', weight.toFixed(4));
    bar.setAttribute('aria-valuetext', text);
    write(bar.nextElementSibling, text);
  }
  host.toggleAttribute('data-edited', Boolean(edit));
  /** @param {string} name */
  const part = name => host.querySelector(`[data-edit="${name}"]`);
  const {edits, gates} = view.lab;
  part('reset').disabled = !edit;
  const said = [edits.size ? sayCount(view.texts, 'lab.edit.rows', edits.size) : ''];
  if (gates.get(nameOfHead(place)) === 'off') said.push(say(view.texts, 'lab.edit.head_off'));
  write(part('rows'), inARow(said));
};

/**
 * @param {View} view
 * @param {RowAt} place
 * @param {ArrayLike<number>} from
 * @param {number} key
 * @param {number} weight
 */
const setWeight = (view, place, from, key, weight) => {
  const weights = rescaledRow(from, key, weight, modelRow(view, place).weights);
  setLab(view, {edits: new Map(view.lab.edits).set(rowName(place), {...place, weights})});
};

/**
 * @param {View} view
 * @param {RowAt} place
 */
const currentRow = (view, place) => editedRow(view, place)?.weights ?? modelRow(view, place).weights;

/**
 * Drag one bar: proportions are those at the start; the request is sent at the end.
 * @param {View} view
 * @param {Part} bar
 * @param {PointerEvent} event
 */
const dragWeight = (view, bar, event) => {
  const place = editPlace(view);
  const from = currentRow(view, place);
  const key = +bar.dataset.key;
  const {packed} = view;
  const track = bar.getBoundingClientRect();
  setLab(view, {dirty: true}); // until release nothing else sets the rows
  /** @param {PointerEvent} at */
  const move = at => setWeight(view, place, from, key, (at.clientX - track.left) / track.width);
  const end = () => {
    for (const name of ['pointermove', 'pointerup', 'pointercancel']) bar.removeEventListener(name, handlers[name]);
    if (view.packed === packed) changeLab(view);
  };
  /** @type {Record<string, (at: any) => void>} */
  const handlers = {pointermove: move, pointerup: end, pointercancel: end};
  for (const name of Object.keys(handlers)) bar.addEventListener(name, handlers[name]);
  bar.setPointerCapture(event.pointerId);
  move(event);
};

/**
 * @param {View} view
 * @param {Part} host
 */
export const wireEdit = (view, host) => {
  /** @param {Event} event */
  const at = event => {
    const bar = targetOf(event).closest('[data-key]');
    if (bar) markEdit(view); // the exact row may have arrived meanwhile
    return bar?.getAttribute('aria-disabled') === 'false' ? bar : null;
  };
  host.addEventListener('pointerdown', event => {
    const bar = at(event);
    if (!bar || event.button) return;
    event.preventDefault();
    bar.focus({preventScroll: true});
    dragWeight(view, bar, event);
  });
  host.addEventListener('keydown', event => {
    const bar = at(event);
    const key = bar && +bar.dataset.key;
    if (!bar || !(event.key in EDIT_KEYS || event.key in EDIT_ENDS)) return;
    event.preventDefault();
    const place = editPlace(view);
    const from = currentRow(view, place);
    const weight = EDIT_ENDS[event.key] ?? from[key] + EDIT_KEYS[event.key];
    setWeight(view, place, from, key, weight);
    changeLab(view);
  });
  host.addEventListener('change', event => {
    if (targetOf(event).dataset.edit !== 'query') return;
    const query = +targetOf(event).value;
    const {kind, side} = view.choice;
    const variant = side === 'variant' && view.variant;
    const step = variant ? variantStep(variant, query) : query;
    view.change(kind === 'encoder' ? {pin: null} : {step, pin: null});
    view.panels.lab.query = query;
    markEdit(view);
  });
  host.addEventListener('click', event => {
    if (targetOf(event).closest('[data-edit="reset"]')) {
      const edits = new Map(view.lab.edits);
      edits.delete(rowName(editPlace(view)));
      changeLab(view, {edits});
    }
  });
};
