// A link that brings back what is shown: text, checkpoint and decoding (read by the server), and the view (read here).

import {headOfName} from '../model/heads.js';
import {WEIGHTS} from '../model/lenses.js';
import {headsInLink, isLinkedChange, linkedChange, linkedChoice} from '../model/link.js';
import {stepOn} from '../store/selectors.js';

/** @import {Packed, View} from '../types.js' */

/**
 * The query string of what is shown; only what differs from how a page begins is named, but for the head.
 * @param {View} view
 */
const viewQuery = view => {
  const {packed, choice} = view, query = new URLSearchParams(), {decoding} = packed;
  /**
   * @param {string} name
   * @param {any} value
   * @param {any} [usual]
   */
  const put = (name, value, usual) => {
    if (value !== usual && value !== null && value !== undefined) query.set(name, value);
  };
  put('text', packed.source);
  put('checkpoint', packed.checkpoint, '');
  put('beam', decoding?.beam_size);
  put('alpha', decoding?.alpha);
  query.set('kind', choice.kind);
  query.set('view', choice.view);
  query.set('layer', String(choice.layer + 1));
  query.set('head', String(choice.head + 1));
  query.set('step', String(stepOn(view, 'base') + 1));
  put('rows', choice.rows, 'predicted');
  put('lens', choice.lens, WEIGHTS);
  put('combine', choice.combine, 'one');
  const heads = choice.heads.map(name => {
    const {kind, layer, head} = headOfName(name);
    return `${kind}.${layer + 1}.${head + 1}`;
  });
  put('heads', heads.join(' '), '');
  put('words', choice.words ? 1 : 0, 0);
  put('specials', choice.specials ? 1 : 0, 1);
  put('mass', choice.mass, 1);
  put('grow', choice.grow ? 1 : 0, 0);
  put('bench', choice.bench);
  if (view.variant && isLinkedChange(view.variant.change)) {
    const {off = [], uniform = [], same} = view.variant.change;
    put('off', headsInLink(off), '');
    put('uniform', headsInLink(uniform), '');
    put('same', same ? 1 : 0, 0);
    query.set('side', choice.side);
  }
  return query.toString();
};

/**
 * Where the page is reached by others: a Space shows it in a frame, whose own address says nothing.
 * @param {View} view
 */
export const viewLink = view => {
  const {host} = view.props, own = location.origin + location.pathname;
  const base = /^[a-z0-9][a-z0-9.-]*$/i.test(host ?? '') ? `https://${host}/` : own;
  return `${base}?${viewQuery(view)}`;
};

/** @type {WeakSet<View>} */
const restored = new WeakSet();

/**
 * Once, at the first translation: the choices of the link, and the change of heads that it asks for.
 * @param {View} view
 * @param {Packed} packed
 */
export const linkedStart = (view, packed) => {
  const {props: {restore}, server} = view;
  if (restored.has(view) || !restore) return {choice: {}, change: null};
  restored.add(view);
  const choice = linkedChoice(restore, packed);
  if (choice.lens && !server?.lens_values) delete choice.lens;
  if ('kind' in choice && !('layer' in choice)) choice.layer = 0; // the best head is one of cross-attention
  return {choice, change: server?.variant ? linkedChange(restore) : null};
};
