// The search tree: every candidate that beam search considered, left to right, one column a token.

import {make, makePicture, makeSvg, targetOf} from '../../shared/elements.js';
import {shortened, textWidth} from '../../shared/measure.js';
import {minus} from '../../shared/numbers.js';
import {INVISIBLE, SPECIAL, axisToken, plainToken, say, visible} from '../../shared/text.js';
import {TREE, treeGeometry, treeNodes, treePath, treeStep} from '../model/tree_layout.js';
import {shownPacked} from '../store/selectors.js';
import {ask} from '../actions/ask.js';
import {canContinue, continueFrom, treeSource} from '../actions/continue.js';

/** @import {Attributes, PanelState, Part, Texts, Tree, TreeNode, View} from '../types.js' */

/**
 * @param {Texts} texts
 * @param {TreeNode} node
 * @param {number} count
 */
const treeStatus = (texts, node, count) => {
  const ended = node.status === 'finished' ? 'tree.is.hypothesis' : 'tree.is.unfinished';
  if (node.end >= 0) return say(texts, ended, {rank: node.end + 1, count});
  const kept = node.left ? 'left' : node.status;
  return say(texts, `tree.is.${node.last ? 'last' : kept}`);
};

/** @param {TreeNode} node */
const treeNumbers = node => ({
  log_prob: minus(node.logProb, 4), total: minus(node.total, 4), penalty: node.penalty.toFixed(4),
    score: minus(node.score, 4),
});

/**
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const treeNodeView = (view, tree, node) => {
  const {texts} = view, {start, text} = axisToken(node.text), numbers = treeNumbers(node);
  const mark = start ? '▁' : '', room = TREE.widest - textWidth(mark, tree.boldFont);
  const letters = shortened(text, room, tree.boldFont);
  const chosen = node.rank === -1;
  const own = make('div', {
    role: 'treeitem', class: 'gf-tree-node', 'data-node': node.id, 'data-status': node.status, tabindex: -1,
    'data-chosen': chosen, 'data-ends': node.end >= 0, 'data-left': Boolean(node.left),
    'aria-level': node.depth + 1, 'aria-selected': 'false',
    'aria-expanded': node.children.length ? 'true' : null,
    'aria-posinset': node.parent ? node.parent.children.indexOf(node) + 1 : 1,
    'aria-setsize': node.parent ? node.parent.children.length : 1,
    'aria-label': node.parent ? say(texts, 'tree.node', {token: plainToken(node.text).slice(0, 80), ...numbers,
      status: treeStatus(texts, node, tree.reply.hypotheses.length)}) : say(texts, 'tree.root'),
  }, make('span', {class: 'gf-tree-letters'}, make('span', {class: 'gf-tree-space'}, mark), letters));
  if (node.end >= 0) own.append(make('span', {class: 'gf-tree-rank'}, `#${node.end + 1} ${minus(node.score, 3)}`));
  own.style.cssText = `left: ${node.x}px; top: ${node.y - TREE.row / 2}px; width: ${node.width}px`;
  return own;
};

/**
 * One line from parent to child, as thick as the token is probable.
 * @param {TreeNode} node
 */
const treeEdge = node => {
  const from = /** @type {TreeNode} */ (node.parent), x = from.x + from.width, x2 = node.x - 2, turn = node.x - TREE.gap / 2 - 1;
  const path = makeSvg('path', {
    'data-edge': node.id, 'data-status': node.status, 'data-chosen': node.rank === -1,
    d: from.y === node.y ? `M${x} ${node.y}H${x2}`
      : `M${x} ${from.y}H${turn - 13}C${turn} ${from.y} ${turn} ${from.y} ${turn} ${from.y + 13}V${node.y - 9}`
        + `C${turn} ${node.y} ${turn} ${node.y} ${turn + 9} ${node.y}H${x2}`,
  });
  path.style.strokeWidth = `${0.8 + 2.7 * Math.exp(node.logProb)}px`;
  return path;
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
const drawTree = (view, tree) => {
  const {scroll} = tree, started = performance.now();
  tree.font = getComputedStyle(view.root).getPropertyValue('--gf-small-token-font').trim() || '13px monospace';
  tree.boldFont = `bold ${tree.font}`;
  /** @param {TreeNode} node */
  const widthOf = node => {
    const {start, text} = axisToken(node.text);
    const letters = Math.ceil(Math.min(TREE.widest, textWidth((start ? '▁' : '') + text, tree.boldFont)));
    const rank = node.end >= 0 ? 8 + textWidth(`#${node.end + 1} ${minus(node.score, 3)}`, tree.font) : 0;
    return Math.max(letters, 12) + rank + TREE.pad;
  };
  const {list, width, height} = treeGeometry(tree.nodes, tree.pruned, widthOf);
  const lines = makePicture('gf-tree-lines', {width, height});
  lines.setAttribute('aria-hidden', 'true');
  /** @param {TreeNode} node */
  const order = node => node.rank === -1 ? 2 : Number(node.status !== 'pruned'); // what matters is drawn last
  lines.append(...list.filter(node => node.parent).sort((a, b) => order(a) - order(b)).map(treeEdge));
  const items = make('div', {role: 'tree', class: 'gf-tree-items', 'aria-label': say(view.texts, 'tree.label')},
    ...list.map(node => treeNodeView(view, tree, node)));
  items.style.cssText = `width: ${width}px; height: ${height}px`;
  const left = scroll.scrollLeft;
  scroll.replaceChildren(lines, items);
  scroll.scrollLeft = left;
  tree.list = list;
  const at = tree.at && tree.list.includes(tree.at) ? tree.at : tree.list[0];
  tree.at = at;
  scroll.querySelector(`[data-node="${at.id}"]`).tabIndex = 0;
  tree.host.dataset.milliseconds = (performance.now() - started).toFixed(1);
  markTree(view, tree);
};

/**
 * The path to the node under the pointer or the focus, else to the one that was clicked, else the chosen one.
 * @param {View} view
 * @param {Tree} tree
 */
const markTree = (view, tree) => {
  const node = tree.over ?? tree.pinned ?? null, on = new Set(node ? treePath(node).map(({id}) => id) : []);
  tree.host.toggleAttribute('data-pointing', Boolean(node));
  for (const path of tree.scroll.querySelectorAll('[data-edge]')) path.classList.toggle('gf-on',
    on.has(+path.dataset.edge));
  const step = treeSource(view) === shownPacked(view) ? view.choice.step : -1;
  for (const item of tree.scroll.querySelectorAll('[data-node]')) {
    const own = /** @type {TreeNode} */ (tree.nodes.get(+item.dataset.node));
    item.classList.toggle('gf-on', on.has(own.id));
    item.classList.toggle('gf-now', own.rank === -1 && own.depth === step + 1);
    item.setAttribute('aria-selected', String(own === tree.pinned));
  }
  drawTreePath(view, tree, node ?? tree.chosen);
};

/**
 * The partial translation, its numbers, and what can be done with it.
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const drawTreePath = (view, tree, node) => {
  const {texts} = view, path = treePath(node);
  if (tree.told === node && tree.toldPin === tree.pinned && tree.toldTexts === texts) return;
  Object.assign(tree, {told: node, toldPin: tree.pinned, toldTexts: texts});
  const pieces = path.map(({text}) => text).map(text => SPECIAL.test(text) ? ` ${text}` : text);
  const last = pieces.pop() ?? '', before = pieces.join('').replace(INVISIBLE, visible);
  tree.words.replaceChildren(make('bdi', {}, before.slice(0, 2000)),
    make('b', {}, make('bdi', {}, last.slice(0, 400).replace(INVISIBLE, visible))));
  const numbers = treeNumbers(node);
  tree.numbers.replaceChildren(...['log_prob', 'total', 'penalty', 'score'].map(name => make('div',
    {'data-number': name},
    make('dt', {}, say(texts, `tree.number.${name}`)), make('dd', {}, /** @type {Record<string, string>} */ (numbers)[name]))));
  tree.state.textContent = node.parent ? treeStatus(texts, node, tree.reply.hypotheses.length)
    : say(texts, 'tree.root');
  /**
   * @param {string} name
   * @param {string} label
   */
  const action = (name, label) => make('button', {type: 'button', class: 'gf-tree-action', 'data-action': name}, label);
  const actions = [];
  if (node === tree.pinned && node.parent) {
    const ended = node.status === 'finished' || node.end >= 0;
    const here = node.rank === -1 && treeSource(view) === shownPacked(view); // its attention is what the views show
    if (ended && !here && (node.end >= 0 || canContinue(view))) actions.push(action('attention',
      say(texts, 'tree.attention')));
    if (node.status !== 'finished' && canContinue(view)) actions.push(action('continue', say(texts, 'tree.continue')));
  }
  tree.actions.replaceChildren(...actions.length ? actions
    : [make('span', {class: 'gf-hint'}, say(texts, 'tree.hint'))]);
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
const describeTree = (view, tree) => {
  const {texts} = view, {reply} = tree, counts = {kept: 0, finished: 0, pruned: 0};
  for (const status of reply.nodes.status) counts[/** @type {keyof typeof counts} */ (status)] += 1;
  const count = reply.nodes.id.length, steps = Math.max(0, ...reply.nodes.depth);
  const parts = [say(texts, reply.beam === 1 ? 'tree.summary.greedy' : 'tree.summary',
    {count, steps, ...counts, beam: reply.beam})];
  parts.push(reply.beam === 1 ? '' : say(texts, 'tree.penalty', {alpha: reply.alpha}));
  tree.summary.textContent = parts.join(' ').trim();
  tree.fold.textContent = say(texts, tree.pruned ? 'tree.pruned.hide' : 'tree.pruned.show', {count: counts.pruned});
  tree.fold.setAttribute('aria-expanded', String(tree.pruned));
  tree.fold.hidden = !counts.pruned;
};

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
  const {scroll} = tree, {x, y, width} = node;
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
  await continueFrom(view, treePath(node).map(({token}) => token));
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
  const point = node => { if (node !== tree.over) { tree.over = node; markTree(view, tree); } };
  scroll.addEventListener('pointerover', event => event.pointerType !== 'touch' && at(event) && point(at(event)));
  scroll.addEventListener('pointerleave', () => tree.nodes && point(null));
  scroll.addEventListener('focusin', event => at(event) && targetOf(event).matches(':focus-visible') && point(at(event)));
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
    tree.pruned = !tree.pruned;
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
  const tree = /** @type {Tree} */ (/** @type {unknown} */ ({
    host, pruned: !view.narrow, source: null, look: 0, nodes: null, over: null, pinned: null,
    summary: part('summary', 'p', {class: 'gf-hint'}), note: part('note', 'p', {class: 'gf-problem', role: 'status'}),
    fold: part('fold', 'button', {type: 'button', class: 'gf-tree-fold'}),
    scroll: part('scroll', 'div', {class: 'gf-tree-scroll'}),
      words: part('words', 'p', {class: 'gf-tree-words', dir: 'auto'}),
    numbers: part('numbers', 'dl', {class: 'gf-tree-numbers'}), state: part('state', 'p', {class: 'gf-hint'}),
    actions: part('actions', 'div', {class: 'gf-tree-actions'}),
  }));
  tree.body = make('div', {'data-tree': 'body', class: 'gf-tree-body', hidden: ''}, tree.scroll,
    make('div', {class: 'gf-tree-path'}, make('div', {}, tree.words, tree.state, tree.actions), tree.numbers));
  host.append(make('div', {class: 'gf-tree-top'}, tree.summary, tree.fold), tree.note, tree.body);
  view.panels.tree = tree;
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
 * Ask for the tree when it is another translation's; else draw it again only in other words or sizes.
 * @param {View} view
 */
export const draw = async view => {
  const {panels: {tree}, texts, look} = view, source = treeSource(view), again = tree.source !== source;
  if (!again) {
    if (tree.reply && tree.look !== look) showTree(view, tree);
    else if (tree.reply) markTree(view, tree);
    tree.look = look;
    return;
  }
  Object.assign(tree, {source, look, reply: null, nodes: null, over: null, pinned: null, at: null,
    told: null});
  tree.note.textContent = say(texts, 'tree.waiting');
  tree.note.hidden = false;
  tree.fold.hidden = true;
  tree.body.hidden = true;
  tree.summary.textContent = '';
  const reply = await ask(view, 'search_tree', {id: source.id});
  if (tree.source !== source) return;
  if (!reply?.nodes) {
    tree.source = reply ? source : null; // no answer: ask again when the panel is drawn again
    tree.note.textContent = reply?.problem ?? say(texts, 'tree.no_answer');
    return;
  }
  tree.reply = reply;
  tree.nodes = treeNodes(reply);
  tree.chosen = /** @type {TreeNode} */ (tree.nodes.get(reply.hypotheses[reply.chosen]) ?? tree.nodes.get(0));
  tree.scroll.scrollTo(0, 0);
  showTree(view, tree);
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
