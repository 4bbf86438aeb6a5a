// Close-up of one head and one query: the vectors q and k as strips of colour, their products element by element, the
// way from the dot product to the weight (Eq. 1), every key, and the effect of 1/sqrt(d_k) on all scores of the head.
// For a changed translation also the weights in use. This file requests the numbers and follows the views;
// close_up_parts.js draws them.

import {make, makeSvg, movedIndex, targetOf} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {plainToken, say} from '../../shared/text.js';
import {nearestAligned} from '../numbers/align.js';
import {headName, sideName} from '../numbers/heads.js';
import {queryTokens} from '../numbers/payload.js';
import {ask} from '../server/ask.js';
import {drawCloseUpPair, markCloseUpAt} from './parts.js';
import {closeUpName, closeUpPlace} from './numbers.js';
import {closeUpFormula, drawCloseUpHistogram, drawCloseUpKeys, drawCloseUpNumbers} from './scores.js';
import {closePart} from './strip.js';

/** @import {Attributes, Child, Part, TokenAt, View} from '../types.js' */
/** @import {CloseUp} from './types.js' */

const CLOSE_UP_WAIT = 90; // milliseconds: fast key presses make one request

const CLOSE_UP_KEPT = 200; // answers kept for one translation

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
  const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-close': name, ...attributes}, ...children);
  /** @param {string} name */
  const strip = name => part(name, 'canvas', {class: 'gf-close-strip', role: 'img'});
  /** @type {CloseUp} */
  const close = {
    host,
    query: 0,
    keys: new Map(),
    kept: new Map(),
    wanted: '',
    reply: /** @type {any} */ (null),
    place: /** @type {any} */ (null),
    drawn: '',
    timer: 0,
    at: -1,
    key: 0,
    products: [],
    frame: '',
    packed: view.packed,
  };
  view.panels.closeUp = close;
  const names = make(
    'div',
    {class: 'gf-close-names', 'aria-hidden': 'true'},
    make('span', {}, 'q'),
    make('span', {}, 'k'),
    part('ends', 'span', {class: 'gf-close-ends'}),
  );
  const products = makeSvg('svg', {
    'data-close': 'products',
    class: 'gf-close-products',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const field = part(
    'field',
    'div',
    {class: 'gf-close-field', tabindex: 0, role: 'slider'},
    strip('q'),
    strip('k'),
    products,
    part('cursor', 'i', {class: 'gf-close-cursor', hidden: ''}),
  );
  const pair = make(
    'div',
    {class: 'gf-close-main'},
    part('title', 'h3', {class: 'gf-heading'}),
    make('div', {class: 'gf-close-plot'}, names, field),
    make(
      'div',
      {class: 'gf-close-foot'},
      part('readout', 'p', {class: 'gf-hint'}),
      part('scale', 'span', {class: 'gf-legend', 'aria-hidden': 'true'}),
    ),
    part('chain', 'ol', {class: 'gf-close-chain'}),
    make('div', {class: 'gf-close-formula'}, part('formula', 'div'), part('formula-note', 'p', {class: 'gf-hint'})),
  );
  const keys = make(
    'div',
    {class: 'gf-close-side'},
    part('keys-title', 'h3', {class: 'gf-heading'}),
    part('scroll', 'div', {class: 'gf-close-scroll'}, part('keys', 'table', {class: 'gf-close-keys', role: 'grid'})),
  );
  const scores = make(
    'div',
    {class: 'gf-close-columns gf-close-below'},
    make(
      'div',
      {class: 'gf-close-main'},
      part('histogram-title', 'h3', {class: 'gf-heading'}),
      part('histogram', 'div'),
    ),
    make(
      'div',
      {class: 'gf-close-side'},
      part('numbers', 'table', {class: 'gf-close-numbers'}),
      part('said', 'p', {class: 'gf-hint'}),
    ),
  );
  host.append(
    make(
      'div',
      {class: 'gf-close-bar'},
      make('label', {class: 'gf-pick'}, part('query-name', 'span'), ' ', part('query', 'select')),
      part('place', 'span', {class: 'gf-hint'}),
    ),
    part('note', 'p', {class: 'gf-problem', role: 'status', hidden: ''}),
    part('changed', 'p', {class: 'gf-close-changed', hidden: ''}),
    part(
      'body',
      'div',
      {class: 'gf-close-body', hidden: ''},
      make('div', {class: 'gf-close-columns'}, pair, keys),
      scores,
    ),
  );
  wireCloseUp(view, close);
};

/**
 * Show an answer, or the reason why it is missing.
 * @param {View} view
 * @param {CloseUp} close
 * @param {any} reply
 */
const showCloseUp = (view, close, reply) => {
  const {host, place} = close;
  const there = Boolean(reply?.keys);
  const note = closePart(close, 'note');
  host.removeAttribute('aria-busy');
  closePart(close, 'body').hidden = !there;
  note.hidden = there;
  note.textContent = there ? '' : (reply?.problem ?? say(view.texts, 'close_up.no_answer'));
  close.reply = there ? reply : null;
  host.dataset.shown = there ? closeUpName(place) : '';
  closePart(close, 'changed').hidden = !reply?.change;
  if (!there) return;
  if (reply.change) closePart(close, 'changed').textContent = say(view.texts, `close_up.changed.${reply.change}`);
  drawCloseUpKeys(view, close);
  drawCloseUpPair(view, close);
  drawCloseUpHistogram(view, close);
  drawCloseUpNumbers(view, close);
};

/**
 * @param {View} view
 * @param {CloseUp} close
 * @param {string} name
 */
const fetchCloseUp = async (view, close, name) => {
  const {packed, kind, layer, head, query} = close.place;
  const reply = await ask(view, 'close_up', {id: packed.id, kind, layer, head, query});
  if (close.wanted !== name) return; // a newer request exists
  if (reply?.keys) close.kept.set(name, reply);
  for (const old of close.kept.keys()) if (close.kept.size > CLOSE_UP_KEPT) close.kept.delete(old);
  if (!reply) close.wanted = ''; // no answer: ask again with the next change
  showCloseUp(view, close, reply);
};

/**
 * Show the title, and request the numbers unless they are cached.
 * @param {View} view
 */
export const mark = view => {
  const {
    texts,
    panels: {closeUp: close},
    choice: {rows},
  } = view;
  const place = closeUpPlace(view);
  const name = closeUpName(place);
  if (place.key !== null) close.keys.set(`${place.packed.id}|${place.kind}`, place.key);
  const tokens = queryTokens(place.packed, place.kind, rows);
  const picker = closePart(close, 'query');
  const frame = [place.packed.id, place.kind, rows, view.look].join('|');
  if (close.frame !== frame) {
    close.frame = frame;
    closePart(close, 'query-name').textContent = say(
      texts,
      place.kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`,
    );
    picker.replaceChildren(
      ...tokens.map((token, i) => make('option', {value: i}, `${i + 1} ${plainToken(token).slice(0, 40)}`)),
    );
  }
  picker.value = place.query;
  const where = [headName(texts, place), ...(view.variant ? [sideName(view, place.side)] : [])];
  closePart(close, 'place').textContent = where.join(' · ');
  const moved = close.wanted !== name;
  close.place = place;
  if (!moved) {
    if (close.reply && place.key !== null && place.key !== close.key) drawCloseUpPair(view, close);
    return;
  }
  close.wanted = name;
  clearTimeout(close.timer);
  if (close.kept.has(name)) {
    showCloseUp(view, close, close.kept.get(name));
    return;
  }
  close.host.setAttribute('aria-busy', 'true');
  close.timer = setTimeout(() => fetchCloseUp(view, close, name), CLOSE_UP_WAIT);
};

/** @param {View} view */
export const draw = view => {
  const close = view.panels.closeUp;
  const {texts, packed} = view;
  /** @param {string} name */
  const part = name => closePart(close, name);
  const drawn = [packed.id, view.look, close.host.clientWidth].join('|');
  if (close.packed !== packed) Object.assign(close, {packed, wanted: '', kept: new Map(), keys: new Map()});
  part('keys-title').textContent = say(texts, 'close_up.keys');
  part('keys').setAttribute('aria-label', say(texts, 'close_up.keys'));
  part('formula').replaceChildren(closeUpFormula(say(texts, 'close_up.formula.label')));
  mark(view);
  const again = close.drawn !== drawn && close.reply && close.host.dataset.shown === close.wanted;
  if (again) showCloseUp(view, close, close.reply);
  close.drawn = drawn;
};

/**
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} key
 */
const chooseCloseUpKey = (view, close, key) => {
  const {packed, kind, query} = close.place;
  const pointed = view.choice.cell || view.choice.pin?.side === 'key';
  close.keys.set(`${packed.id}|${kind}`, key);
  if (pointed) chooseCloseUpQuery(view, close, query); // the views point at another key: clear that, keep the row
  if (close.reply) drawCloseUpPair(view, close);
};

/**
 * The views follow: in the encoder the token is pinned, elsewhere it is a step.
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} query
 */
const chooseCloseUpQuery = (view, close, query) => {
  const {
    place: {kind, side, sheet},
  } = close;
  const row = sheet.rows.findIndex(tokens => tokens.includes(query));
  close.query = query;
  if (kind === 'encoder') {
    /** @type {TokenAt | null} */
    const pin = row < 0 ? null : {side: 'query', index: row, sheet: view.sheets.indexOf(sheet)};
    view.change({cell: null, pin});
  } else {
    const other = side === 'variant' && view.choice.side !== 'variant'; // steps are counted in the base's tokens
    const last = view.packed.predicted_tokens.length - 1;
    const step = other ? clamp(nearestAligned(view.variant.steps.back, query), 0, last) : query;
    view.change({cell: null, pin: null, step});
  }
  mark(view);
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
const wireCloseUp = (view, close) => {
  const field = closePart(close, 'field');
  const table = closePart(close, 'keys');
  /** @param {Event} event */
  const row = event => targetOf(event).closest('[data-key]');
  closePart(close, 'query').addEventListener('change', (/** @type {Event} */ event) =>
    chooseCloseUpQuery(view, close, +targetOf(event).value),
  );
  table.addEventListener(
    'click',
    (/** @type {Event} */ event) => row(event) && chooseCloseUpKey(view, close, +row(event).dataset.key),
  );
  table.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const key = row(event) && movedIndex(event.key, +row(event).dataset.key, close.reply.keys.length);
    if (key === null) return;
    event.preventDefault();
    chooseCloseUpKey(view, close, key);
    table.querySelector(`[data-key="${key}"]`).focus();
  });
  /** @param {MouseEvent} event */
  const at = event => {
    const box = field.getBoundingClientRect();
    const size = close.reply.d_k;
    return clamp(Math.floor(((event.clientX - box.left) / box.width) * size), 0, size - 1);
  };
  /** @param {MouseEvent} event */
  const point = event => close.reply && markCloseUpAt(view, close, at(event));
  const leave = () => close.reply && markCloseUpAt(view, close, -1);
  field.addEventListener('pointermove', point);
  field.addEventListener('pointerdown', point);
  field.addEventListener(
    'pointerleave',
    (/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && leave(),
  );
  field.addEventListener('blur', leave);
  field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const index = close.reply && movedIndex(event.key, Math.max(close.at, -1), close.reply.d_k);
    if (index === null || !close.reply) return;
    event.preventDefault();
    markCloseUpAt(view, close, index);
  });
};
