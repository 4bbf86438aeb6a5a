// The search tree: every candidate that beam search considered, left to right, one column per token.

import {make, targetOf} from '../../shared/elements.js';
import {cueScroll} from '../../shared/watching.js';
import {say} from '../../shared/text.js';
import {TREE, firstFork, treeNodes, treePath, treeStep} from './layout.js';
import {shownPacked} from '../store/selectors.js';
import {ask} from '../server/ask.js';
import {continueFrom, treeSource} from '../steps/step.js';
import {describeTree, drawTree, markTree} from './drawing.js';

const FADE = 36; // pixels: the edge that fades where more follows

/** @import {Attributes, PanelState, Part, View} from '../types.js' */
/** @import {Tree, TreeNode} from './types.js' */

/**
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const focusTree = (tree, node) => {
  /** @param {number} id */
  const item = id => tree.scroll.querySelector(`[data-node="${id}"]`);
  if (tree.at) item(tree.at.id)?.setAttribute('tabindex', '-1');
  tree.at = node;
  item(node.id).setAttribute('tabindex', '0');
  item(node.id).focus({preventScroll: true});
  const {scroll} = tree;
  const {x, y, width} = node;
  if (x < scroll.scrollLeft + 24) scroll.scrollLeft = x - 24;
  if (x + width > scroll.scrollLeft + scroll.clientWidth - 24) scroll.scrollLeft = x + width - scroll.clientWidth + 24;
  if (y < scroll.scrollTop + TREE.row) scroll.scrollTop = y - TREE.row;
  if (y > scroll.scrollTop + scroll.clientHeight - TREE.row) scroll.scrollTop = y - scroll.clientHeight + TREE.row;
};

/**
 * @param {View} view
 * @param {Tree} tree
 * @param {string} name
 */
const actOnTree = async (view, tree, name) => {
  const node = tree.pinned;
  if (!node) return;
  if (name === 'attention' && node.end >= 0 && treeSource(view) === view.packed) {
    view.trigger('hypothesis_select', {id: view.packed.id, index: node.end});
    return;
  }
  tree.host.setAttribute('aria-busy', 'true');
  await continueFrom(
    view,
    treePath(node).map(({token}) => token),
  );
  tree.host.removeAttribute('aria-busy');
};

/**
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode | null} node
 */
const pinTree = (view, tree, node) => {
  tree.pinned = node;
  tree.over = null;
  markTree(view, tree);
  const along = node?.parent && node.rank === -1 && treeSource(view) === shownPacked(view);
  if (along) view.change({step: node.depth - 1, pin: null}); // the views follow along the translation shown
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
const wireTree = (view, tree) => {
  const {scroll, actions, fold} = tree;
  /** @param {Event} event */
  const at = event => tree.nodes?.get(+(targetOf(event).closest('[data-node]')?.dataset.node ?? NaN)) ?? null;
  /** @param {TreeNode | null} node */
  const point = node => {
    if (node !== tree.over) {
      tree.over = node;
      markTree(view, tree);
    }
  };
  scroll.addEventListener('pointerover', event => event.pointerType !== 'touch' && at(event) && point(at(event)));
  scroll.addEventListener('pointerleave', () => tree.nodes && point(null));
  scroll.addEventListener(
    'focusin',
    event => at(event) && targetOf(event).matches(':focus-visible') && point(at(event)),
  );
  scroll.addEventListener('focusout', () => tree.nodes && point(null));
  scroll.addEventListener('click', event => {
    const node = at(event);
    if (!node) return;
    focusTree(tree, node);
    pinTree(view, tree, node === tree.pinned ? null : node);
  });
  scroll.addEventListener('keydown', event => {
    const node = at(event);
    if (!node) return;
    const next = treeStep(tree, node, event.key);
    if (next) focusTree(tree, next);
    else if (event.key === 'Enter' || event.key === ' ') {
      pinTree(view, tree, node);
      actions.querySelector('button')?.focus();
    } else if (event.key === 'Escape') pinTree(view, tree, null);
    else return;
    event.preventDefault();
  });
  actions.addEventListener('click', event => {
    const button = targetOf(event).closest('[data-action]');
    if (button) actOnTree(view, tree, button.dataset.action);
  });
  actions.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    pinTree(view, tree, null);
    if (tree.at) focusTree(tree, tree.at);
  });
  fold.addEventListener('click', () => {
    tree.isWhole = !tree.isWhole;
    describeTree(view, tree);
    drawTree(view, tree);
  });
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
   */
  const part = (name, tag, attributes = {}) => make(tag, {'data-tree': name, ...attributes});
  const tree = /** @type {Tree} */ (
    /** @type {unknown} */ ({
      host,
      isWhole: false,
      widest: TREE.widest,
      source: null,
      look: 0,
      nodes: null,
      over: null,
      pinned: null,
      summary: part('summary', 'p', {class: 'gf-hint'}),
      note: part('note', 'p', {class: 'gf-problem', role: 'status'}),
      reason: part('reason', 'p', {class: 'gf-tree-reason', dir: 'auto'}),
      fold: part('fold', 'button', {type: 'button', class: 'gf-tree-fold'}),
      scroll: part('scroll', 'div', {class: 'gf-tree-scroll'}),
      words: part('words', 'p', {class: 'gf-tree-words', dir: 'auto'}),
      numbers: part('numbers', 'dl', {class: 'gf-tree-numbers'}),
      state: part('state', 'p', {class: 'gf-hint'}),
      actions: part('actions', 'div', {class: 'gf-tree-actions'}),
    })
  );
  tree.body = make(
    'div',
    {'data-tree': 'body', class: 'gf-tree-body', hidden: ''},
    tree.scroll,
    make('div', {class: 'gf-tree-path'}, make('div', {}, tree.words, tree.state, tree.actions), tree.numbers),
  );
  host.append(tree.reason, make('div', {class: 'gf-tree-top'}, tree.summary, tree.fold), tree.note, tree.body);
  view.panels.tree = tree;
  tree.cue = cueScroll(tree.scroll);
  wireTree(view, tree);
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
const showTree = (view, tree) => {
  tree.note.hidden = true;
  tree.body.hidden = false;
  describeTree(view, tree);
  drawTree(view, tree);
};

/**
 * Request the tree of another translation; else redraw it only after a change of language or size.
 * @param {View} view
 */
export const draw = async view => {
  const {
    panels: {tree},
    texts,
    look,
  } = view;
  const source = treeSource(view);
  const again = tree.source !== source;
  if (!again) {
    if (tree.reply && tree.look !== look) showTree(view, tree);
    else if (tree.reply) markTree(view, tree);
    tree.look = look;
    return;
  }
  Object.assign(tree, {source, look, reply: null, nodes: null, over: null, pinned: null, at: null, described: null});
  tree.note.textContent = say(texts, 'tree.waiting');
  tree.note.hidden = false;
  tree.fold.hidden = true;
  tree.body.hidden = true;
  tree.summary.textContent = tree.reason.textContent = '';
  const reply = await ask(view, 'search_tree', {id: source.id});
  if (tree.source !== source) return;
  if (!reply?.nodes) {
    tree.source = reply ? source : null; // no answer: ask again when the panel is drawn again
    tree.note.textContent = reply?.problem ?? say(texts, 'tree.no_answer');
    return;
  }
  tree.note.textContent = '';
  tree.reply = reply;
  tree.nodes = treeNodes(reply);
  tree.chosen = /** @type {TreeNode} */ (tree.nodes.get(reply.hypotheses[reply.chosen]) ?? tree.nodes.get(0));
  showTree(view, tree);
  showFork(tree);
};

/**
 * Begin where the hypotheses part, if the tree is wider than its room: a phone would show what they all share.
 * @param {Tree} tree
 */
const showFork = ({scroll, list}) => {
  const fork = firstFork(list);
  const isWide = scroll.scrollWidth > scroll.clientWidth;
  const before = fork?.parent ?? fork; // whole, with the fade to the left of it
  scroll.scrollTo(isWide && before ? before.x - FADE : 0, 0);
};

/**
 * @param {View} view
 * @param {Part} host
 * @param {PanelState} before
 */
export const mark = (view, host, before) => {
  if (treeSource(view) !== view.panels.tree.source) draw(view);
  else if (view.panels.tree.nodes && before.choice.step !== view.choice.step) markTree(view, view.panels.tree);
};
