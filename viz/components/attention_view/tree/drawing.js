// The search tree as lines and nodes, the path to one node, and the texts around it.

import {make, makePicture, makeSvg, sayPointing} from '../../shared/elements.js';
import {labelled} from '../../shared/locale.js';
import {shortened, textWidth} from '../../shared/measure.js';
import {minus, roundingMark, shortText} from '../../shared/numbers.js';
import {INVISIBLE, axisToken, inARow, markedToken, say, visible} from '../../shared/text.js';
import {sideName} from '../numbers/heads.js';
import {canContinue, treeSource} from '../steps/step.js';
import {shownPacked} from '../store/selectors.js';
import {TREE, leadsOn, pathPieces, treeGeometry, treePath} from './layout.js';

/** @import {Texts, View} from '../types.js' */
/** @import {Tree, TreeNode} from './types.js' */

// Why the search chose its tokens: the first step at which greedy decoding would have taken another one, and what the
// search found there. Pure functions without page or state.

/**
 * A node and everything below it.
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
const branch = node => [node, ...node.children.flatMap(branch)];

/**
 * The end of the best finished hypothesis through a node, also one that is not among the hypotheses shown.
 * @param {TreeNode} node
 */
const bestEnd = node => {
  const ends = branch(node).filter(({status, end}) => status === 'finished' || end >= 0);
  return ends.length ? ends.reduce((best, one) => (one.score > best.score ? one : best)) : null;
};

/** @typedef {{kind: string, step: number, own: TreeNode, other: TreeNode, end: TreeNode | null, by: number}} Reason */

/**
 * Null if every chosen token was the most probable one of its step; else the first other step, with the node chosen
 * (own), the most probable one (other), and how the search ended there: `wins` or `loses` by the score of the whole
 * sentence (ends), or `pruned` or `open` (kept until the search ended) without a finished hypothesis.
 * @param {TreeNode} chosen the end of the chosen hypothesis
 * @returns {(Reason & {until?: number}) | null}
 */
export const treeReason = chosen => {
  for (const own of treePath(chosen)) {
    const other = /** @type {TreeNode} */ (own.parent).children.reduce(
      (best, one) => (one.logProb > best.logProb ? one : best),
      own,
    );
    if (other === own) continue;
    const end = bestEnd(other);
    const found = {step: own.depth, own, other, end, by: end ? chosen.score - end.score : 0};
    if (end) return {...found, kind: found.by >= 0 ? 'wins' : 'loses'};
    const below = branch(other);
    return below.some(({last}) => last)
      ? {...found, kind: 'open'}
      : {...found, kind: 'pruned', until: Math.max(...below.map(({depth}) => depth))};
  }
  return null;
};

/**
 * Labels of siblings: `cut` shortens each; those that are then the same begin at the first letter that differs.
 * @param {string[]} texts
 * @param {(text: string) => string} cut
 */
export const siblingLabels = (texts, cut) => {
  const labels = texts.map(cut);
  return texts.map((text, i) => {
    const same = texts.filter((other, j) => other !== text && labels[j] === labels[i]);
    if (!same.length) return labels[i];
    const letters = Array.from(text);
    const shared = Math.min(
      ...same.map(other => {
        const others = Array.from(other);
        const at = letters.findIndex((letter, k) => letter !== others[k]);
        return at < 0 ? letters.length : at;
      }),
    );
    return cut(`…${letters.slice(Math.max(0, shared - 1)).join('')}`);
  });
};

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
  log_prob: shortText(node.logProb),
  total: minus(node.total, 3),
  penalty: minus(node.penalty, 3),
  score: minus(node.score, 3),
});

/**
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const treeNodeView = (view, tree, node) => {
  const {texts} = view;
  const {start, text} = axisToken(node.text);
  const numbers = treeNumbers(node);
  const mark = start ? '▁' : '';
  const room = tree.widest - textWidth(mark, tree.boldFont);
  const siblings = node.parent?.children ?? [node];
  const cut = (/** @type {string} */ label) => shortened(label, room, tree.boldFont);
  const letters =
    textWidth(text, tree.boldFont) <= room
      ? text
      : siblingLabels(
          siblings.map(one => axisToken(one.text).text),
          cut,
        )[siblings.indexOf(node)];
  const chosen = node.rank === -1;
  const rank = node.end >= 0 ? `#${node.end + 1} ${minus(node.score, 3)}` : '';
  const own = make(
    'div',
    {
      role: 'treeitem',
      class: 'gf-tree-node',
      'data-node': node.id,
      'data-status': node.status,
      tabindex: -1,
      'data-chosen': chosen,
      'data-ends': node.end >= 0,
      'data-left': Boolean(node.left),
      'aria-level': node.depth + 1,
      'aria-selected': 'false',
      'aria-expanded': node.children.length ? 'true' : null,
      'aria-posinset': node.parent ? node.parent.children.indexOf(node) + 1 : 1,
      'aria-setsize': node.parent ? node.parent.children.length : 1,
      'aria-label': node.parent
        ? say(texts, 'tree.node', {
            token: [`${mark}${letters}`, ...(rank ? [rank] : [])].join(' '),
            ...numbers,
            status: treeStatus(texts, node, tree.reply.hypotheses.length),
          })
        : labelled(`${mark}${letters}`, say(texts, 'tree.root')),
    },
    make('span', {class: 'gf-tree-letters'}, make('span', {class: 'gf-tree-space'}, mark), letters),
  );
  if (rank) own.append(make('span', {class: 'gf-tree-rank'}, rank));
  own.style.cssText = `left: ${node.x}px; top: ${node.y - TREE.row / 2}px; width: ${node.width}px`;
  return own;
};

/**
 * One line from parent to child; its width shows the token's probability.
 * @param {TreeNode} node
 */
const treeEdge = node => {
  const from = /** @type {TreeNode} */ (node.parent);
  const x = from.x + from.width;
  const x2 = node.x - 2;
  const turn = node.x - TREE.gap / 2 - 1;
  const path = makeSvg('path', {
    'data-edge': node.id,
    'data-status': node.status,
    'data-chosen': node.rank === -1,
    d:
      from.y === node.y
        ? `M${x} ${node.y}H${x2}`
        : `M${x} ${from.y}H${turn - 13}C${turn} ${from.y} ${turn} ${from.y} ${turn} ${from.y + 13}V${node.y - 9}` +
          `C${turn} ${node.y} ${turn} ${node.y} ${turn + 9} ${node.y}H${x2}`,
  });
  path.style.strokeWidth = `${0.8 + 2.7 * Math.exp(node.logProb)}px`;
  return path;
};

/**
 * The widest of some arrangements that fits; the narrowest scrolls if it does not.
 * @param {Tree} tree
 * @param {(node: TreeNode) => number} widthOf
 */
const fittingGeometry = (tree, widthOf) => {
  const room = tree.scroll.clientWidth || Infinity;
  let found = treeGeometry(tree.nodes, tree.isWhole, widthOf, TREE.gap);
  for (const [gap, widest] of [
    [TREE.gap, TREE.widest],
    [20, TREE.widest],
    [20, 96],
    [20, 72],
  ]) {
    tree.widest = widest;
    found = treeGeometry(tree.nodes, tree.isWhole, widthOf, gap);
    if (found.width <= room) break;
  }
  return found;
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
export const drawTree = (view, tree) => {
  const {scroll} = tree;
  const started = performance.now();
  tree.font = getComputedStyle(view.root).getPropertyValue('--gf-small-token-font').trim() || '13px monospace';
  tree.boldFont = `bold ${tree.font}`;
  /** @param {TreeNode} node */
  const widthOf = node => {
    const {start, text} = axisToken(node.text);
    const letters = Math.ceil(Math.min(tree.widest, textWidth((start ? '▁' : '') + text, tree.boldFont)));
    const rank = node.end >= 0 ? 8 + textWidth(`#${node.end + 1} ${minus(node.score, 3)}`, tree.font) : 0;
    return Math.max(letters, 12) + rank + TREE.pad;
  };
  const {list, width, height} = fittingGeometry(tree, widthOf);
  const lines = makePicture('gf-tree-lines', {width, height});
  lines.setAttribute('aria-hidden', 'true');
  /** @param {TreeNode} node */
  const order = node => (node.rank === -1 ? 2 : Number(node.status !== 'pruned')); // important nodes are drawn last
  lines.append(
    ...list
      .filter(node => node.parent)
      .sort((a, b) => order(a) - order(b))
      .map(treeEdge),
  );
  const items = make(
    'div',
    {role: 'tree', class: 'gf-tree-items', 'aria-label': say(view.texts, 'tree.label')},
    ...list.map(node => treeNodeView(view, tree, node)),
  );
  items.style.cssText = `width: ${width}px; height: ${height}px`;
  const left = scroll.scrollLeft;
  scroll.replaceChildren(lines, items);
  scroll.scrollLeft = left;
  tree.list = list;
  tree.cue();
  const at = tree.at && tree.list.includes(tree.at) ? tree.at : tree.list[0];
  tree.at = at;
  scroll.querySelector(`[data-node="${at.id}"]`).tabIndex = 0;
  tree.host.dataset.milliseconds = (performance.now() - started).toFixed(1);
  pathPart(tree).style.minHeight = '';
  markTree(view, tree);
  keepHeight(tree);
};

/** @param {Tree} tree */
const pathPart = tree => /** @type {HTMLElement} */ (tree.body.querySelector('.gf-tree-path'));

/**
 * Let the words below the tree only grow: a page that shrinks under the pointer would move the tree away from it.
 * @param {Tree} tree
 */
const keepHeight = tree => {
  const part = pathPart(tree);
  part.style.minHeight = `${Math.max(Number.parseFloat(part.style.minHeight) || 0, part.offsetHeight)}px`;
};

/**
 * The path to the node under the pointer or the focus, else to the one that was clicked, else the chosen one.
 * @param {View} view
 * @param {Tree} tree
 */
export const markTree = (view, tree) => {
  const node = tree.over ?? tree.pinned ?? null;
  const on = new Set(node ? treePath(node).map(({id}) => id) : []);
  tree.host.toggleAttribute('data-pointing', Boolean(node));
  for (const path of tree.scroll.querySelectorAll('[data-edge]'))
    path.classList.toggle('gf-on', on.has(+path.dataset.edge));
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
 * The actions for the clicked node.
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const treeActions = (view, tree, node) => {
  if (node !== tree.pinned || !node.parent) return [];
  const {texts} = view;
  const isHypothesis = node.end >= 0;
  const isFinished = node.status === 'finished';
  const isHere = node.rank === -1 && treeSource(view) === shownPacked(view); // its attention is what the views show
  const canShow = !isHere && (isHypothesis || (isFinished && canContinue(view)));
  const names = [...(canShow ? ['attention'] : []), ...(!isFinished && canContinue(view) ? ['continue'] : [])];
  return names.map(name =>
    make('button', {type: 'button', class: 'gf-tree-action', 'data-action': name}, say(texts, `tree.${name}`)),
  );
};

/**
 * The partial translation, its numbers, and its actions.
 * @param {View} view
 * @param {Tree} tree
 * @param {TreeNode} node
 */
const drawTreePath = (view, tree, node) => {
  const {texts} = view;
  const path = treePath(node);
  if (tree.described === node && tree.describedPin === tree.pinned && tree.describedTexts === texts) return;
  Object.assign(tree, {described: node, describedPin: tree.pinned, describedTexts: texts});
  const pieces = pathPieces(path);
  const last = pieces.pop() ?? '';
  const before = pieces.join('').replace(INVISIBLE, visible);
  tree.words.replaceChildren(
    make('bdi', {}, before.slice(0, 2000)),
    make('b', {}, make('bdi', {}, last.slice(0, 400).replace(INVISIBLE, visible))),
  );
  const numbers = treeNumbers(node);
  tree.numbers.replaceChildren(
    ...['log_prob', 'total', 'penalty', 'score'].map(name =>
      make(
        'div',
        {'data-number': name},
        make('dt', {}, say(texts, `tree.number.${name}`)),
        make('dd', {}, /** @type {Record<string, string>} */ (numbers)[name]),
      ),
    ),
  );
  tree.state.textContent = node.parent
    ? treeStatus(texts, node, tree.reply.hypotheses.length)
    : say(texts, 'tree.root');
  const actions = treeActions(view, tree, node);
  tree.actions.replaceChildren(
    ...(actions.length ? actions : [make('span', {class: 'gf-hint'}, sayPointing(texts, 'tree.hint'))]),
  );
  keepHeight(tree);
};

/**
 * Compare the chosen hypothesis with greedy decoding; nothing if the search was greedy itself. With forced tokens the
 * alternatives to them are not known, so only a difference is reported.
 * @param {View} view
 * @param {Tree} tree
 */
const reasonWords = (view, tree) => {
  const {texts} = view;
  const reason = treeReason(tree.chosen);
  if (tree.reply.beam === 1 || !tree.chosen.parent) return '';
  if (!reason) return treeSource(view).change?.prefix?.length ? '' : say(texts, 'tree.reason.greedy');
  const {kind, step, own, other, end, by, until} = reason;
  /** @param {TreeNode} node */
  const token = node => `\u2068${markedToken(node.text).slice(0, 60)}\u2069`;
  const described = say(texts, `tree.reason.${kind}`, {
    step,
    until,
    own: token(own),
    other: token(other),
    own_p: Math.exp(own.logProb).toFixed(3),
    other_p: Math.exp(other.logProb).toFixed(3),
    score: minus(tree.chosen.score, 3),
    other_score: end ? minus(end.score, 3) : '',
    by: `${end ? roundingMark(end.score, tree.chosen.score, 3) : ''}${Math.abs(by).toFixed(3)}`,
  });
  return inARow([
    described,
    tree.isWhole || leadsOn(other) ? '' : say(texts, 'tree.reason.hidden', {other: token(other)}),
  ]);
};

/**
 * @param {View} view
 * @param {Tree} tree
 */
export const describeTree = (view, tree) => {
  const {texts} = view;
  const {reply} = tree;
  const counts = {kept: 0, finished: 0, pruned: 0};
  for (const status of reply.nodes.status) counts[/** @type {keyof typeof counts} */ (status)] += 1;
  const others = [...tree.nodes.values()].filter(node => node.parent && !leadsOn(node)).length;
  const count = reply.nodes.id.length;
  const steps = Math.max(0, ...reply.nodes.depth);
  const parts = tree.source === view.packed ? [] : [say(texts, 'tree.changed', {side: sideName(view, 'variant')})];
  parts.push(
    say(texts, reply.beam === 1 ? 'tree.summary.greedy' : 'tree.summary', {count, steps, ...counts, beam: reply.beam}),
  );
  parts.push(reply.beam === 1 ? '' : say(texts, 'tree.penalty', {alpha: reply.alpha}));
  if (reply.beam > 1 && reply.hypotheses.length < counts.finished)
    parts.push(say(texts, 'tree.best', {finished: counts.finished, count: reply.hypotheses.length}));
  tree.summary.textContent = inARow(parts);
  tree.reason.textContent = reasonWords(view, tree);
  tree.fold.textContent = say(texts, tree.isWhole ? 'tree.others.hide' : 'tree.others.show', {count: others});
  tree.fold.setAttribute('aria-expanded', String(tree.isWhole));
  tree.fold.hidden = !others;
};
