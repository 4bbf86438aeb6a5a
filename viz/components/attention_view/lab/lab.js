// The head lab: a switch and the importance of each head, and a row of attention to edit.

import {LIFT} from '../../shared/colours.js';
import {movedIndex, targetOf, write} from '../../shared/elements.js';
import {clauses} from '../../shared/locale.js';
import {clamp, minus} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {differs} from '../numbers/choices.js';
import {headName, headOfName, nameOfHead} from '../numbers/heads.js';
import {heatOf} from '../store/lab.js';
import {LEAST_LOSS, rankedHeads} from '../numbers/outcome.js';
import {isLabShown, rankedPacked} from '../store/selectors.js';
import {askOldWords, askSingles, changeLab, cycleGates, rankHeads, setGates, setLab} from '../changes/changes.js';
import {hideTip, showTip} from '../widgets/hints.js';
import {markEdit, wireEdit} from './edit_row.js';
import {buildEffect} from './effect.js';
import {buildLab, clickSelection, keyOfGroup, labNames, markGroups} from './grid.js';
import {drawOutcome, drawRanked} from './outcome.js';

/** @import {Lab, PanelState, Part, View} from '../types.js' */

/**
 * @param {View} view
 * @param {Lab} lab
 * @param {string} name
 */
const labTileText = (view, lab, name) => {
  const {texts} = view;
  const state = lab.gates.get(name) ?? 'on';
  const at = headOfName(name);
  const words = say(texts, 'lab.tile', {name: headName(texts, at), state: say(texts, `lab.is.${state}`)});
  const loss = heatOf(lab)?.[at.kind][at.layer][at.head] ?? null;
  if (loss === null) return words;
  return clauses([
    words,
    say(texts, loss <= -LEAST_LOSS ? 'lab.loss.gains' : 'lab.loss', {loss: lossText(Math.abs(loss))}),
  ]);
};

/** @param {number} loss */
const lossText = loss => (Math.abs(loss) < LEAST_LOSS ? '0' : minus(loss, 2));

/**
 * @param {View} view
 * @param {Lab} lab
 * @param {Part} host
 */
const markTiles = (view, lab, host) => {
  const own = nameOfHead(view.choice);
  const heat = heatOf(lab);
  const most = heat ? Math.max(1e-9, ...rankedHeads(heat).map(({loss}) => Math.abs(loss))) : 1;
  for (const node of host.querySelectorAll('[data-gate]')) {
    const name = node.dataset.gate;
    const {kind, layer, head} = headOfName(name);
    const state = lab.gates.get(name) ?? 'on';
    const marks = `${state} ${name === own} ${heat?.[kind][layer][head]} ${most}`;
    if (node.gfMarks === marks) continue; // usually unchanged
    node.gfMarks = marks;
    node.dataset.state = state;
    node.toggleAttribute('data-current', name === own);
    node.setAttribute('aria-label', labTileText(view, lab, name));
    const loss = heat?.[kind][layer][head] ?? null; // none for a head that is off already
    const share = loss === null ? 0 : Math.pow(Math.abs(loss) / most, LIFT);
    node.toggleAttribute('data-harms', loss !== null && loss < -LEAST_LOSS);
    node.toggleAttribute('data-strong', share > 0.7);
    node.style.setProperty('--share', `${100 * share}%`);
    node.firstChild.textContent = loss === null ? '' : lossText(loss);
  }
  for (const grid of host.querySelectorAll('[data-lab-grid]')) grid.toggleAttribute('data-heat', Boolean(heat));
};

/**
 * @param {View} view
 * @param {Part} host
 */
const markLab = (view, host) => {
  const {lab, texts} = view;
  /** @param {string} name */
  const part = name => host.querySelector(`[data-lab="${name}"]`);
  markTiles(view, lab, host);
  for (const button of part('modes').children) {
    const on = button.dataset.mode === lab.mode;
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
  markGroups(view, lab, host);
  const heat = heatOf(lab);
  const offer = isLabShown(view) ? 'lab.rank.changed' : 'lab.rank';
  const waiting = lab.running || lab.dirty;
  write(part('rank'), say(texts, lab.ranking ? 'lab.ranking' : offer));
  part('rank').disabled = waiting;
  part('rank').setAttribute('aria-pressed', String(Boolean(heat) && lab.heat === rankedPacked(view).id));
  const ranked = lab.heat === lab.packed.id ? 'lab.legend.heat' : 'lab.legend.heat.changed';
  write(part('legend'), say(texts, heat ? ranked : 'lab.legend'));
  part('ranked').hidden = !heat;
  if (heat) drawRanked(view, lab, part('ranked'));
  part('problem').textContent = lab.problem;
  part('problem').hidden = !lab.problem;
  drawOutcome(view, lab, part('outcome'));
  markEdit(view);
};

/**
 * @param {View} view
 * @param {Part} host
 */
export const draw = (view, host) => {
  const {
    packed,
    texts,
    width,
    panels: {lab: panel},
  } = view;
  const isOther = panel.packed !== packed || panel.texts !== texts;
  if (isOther) {
    buildLab(view, host);
    host.append(panel.effect);
  }
  if (isOther || panel.width !== width) {
    const [, heads] = packed.kinds.encoder.shape;
    const across = view.narrow ? 1 : 3;
    const tile = Math.floor((host.clientWidth - 48 * (across - 1)) / across - 34) / heads - 4;
    host.style.setProperty('--lab-tile', `${clamp(Math.floor(tile), 20, 68)}px`);
    Object.assign(panel, {packed, texts, width, frame: isOther ? '' : panel.frame});
  }
  markLab(view, host);
};

/**
 * The focus within one kind's buttons: headers are its first row and column.
 * @param {Part} grid
 * @param {Part} node
 * @param {string} key
 */
const walkLab = (grid, node, key) => {
  const [row, column] = node.dataset.at.split(',').map(Number);
  const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[key];
  if (!by) return false;
  /**
   * @param {number} r
   * @param {number} c
   */
  const at = (r, c) => grid.querySelector(`[data-at="${r},${c}"]`);
  const to =
    at(row + by[0], column + by[1]) ??
    (row === 1 && by[0] < 0 ? at(0, 0) : null) ??
    (row === 0 && (by[0] > 0 || by[1] > 0) ? at(1, 1) : null);
  if (!to) return true;
  for (const other of grid.querySelectorAll('[data-at]')) other.tabIndex = other === to ? 0 : -1;
  to.focus();
  return true;
};

/**
 * @param {View} view
 * @param {MouseEvent} event
 */
const clickLab = (view, event) => {
  /** @param {string} selector */
  const on = selector => targetOf(event).closest(selector);
  const heads = on('[data-gate], [data-heads]');
  if (clickSelection(view, event)) return;
  if (heads) {
    cycleGates(view, labNames(heads));
    const {gate} = heads.dataset;
    if (gate && !view.part('tip').hidden)
      requestAnimationFrame(() => showTip(view, heads, labTileText(view, view.lab, gate))); // it measures
  } else if (on('[data-lab="all-on"]')) setGates(view, [...view.lab.gates.keys()], 'on');
  else if (on('[data-lab="rank"]')) rankHeads(view);
  else if (on('[data-lab="singles"]')) askSingles(view);
  else if (on('[data-lab="old-ask"]')) askOldWords(view);
  else if (on('[data-mode]')) {
    const {mode} = on('[data-mode]').dataset;
    const {gates, edits} = view.lab;
    if (gates.size || edits.size) changeLab(view, {mode});
    else setLab(view, {mode});
  } else if (on('[data-pick]')) view.change({...headOfName(on('[data-pick]').dataset.pick), cell: null});
};

/**
 * @param {View} view
 * @param {KeyboardEvent} event
 */
const keyOfLab = (view, event) => {
  const node = targetOf(event).closest('[data-at]');
  const modes = targetOf(event).closest('[data-lab="modes"]');
  if (modes) {
    const index = movedIndex(event.key, [...modes.children].indexOf(targetOf(event)), modes.children.length);
    if (index === null) return;
    modes.children[index].click();
    modes.children[index].focus();
  } else if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
  else if (!keyOfGroup(view, node, event.key) && !walkLab(node.closest('[data-lab-grid]'), node, event.key)) return;
  event.preventDefault();
};

/**
 * @param {View} view
 * @param {Part} host
 */
export const build = (view, host) => {
  view.panels.lab = {host, packed: null, texts: null, width: 0, frame: '', query: null, effect: buildEffect(view)};
  host.addEventListener('click', event => clickLab(view, event));
  host.addEventListener('keydown', event => keyOfLab(view, event));
  host.addEventListener('pointerover', event => {
    const node = targetOf(event).closest('[data-gate]');
    if (node) showTip(view, node, labTileText(view, view.lab, node.dataset.gate));
    else hideTip(view);
  });
  host.addEventListener('pointerleave', () => hideTip(view));
  wireEdit(view, host);
};

/**
 * @param {View} view
 * @param {Part} host
 * @param {PanelState} before
 */
export const mark = (view, host, before) => {
  const {lab, choice, arrivals} = view;
  const changed = differs(before.choice, choice);
  const isOther = differs(before.lab, lab);
  if (changed('kind', 'step', 'pin')) view.panels.lab.query = null;
  if (isOther(...Object.keys(lab).filter(name => name !== 'edits'))) {
    markLab(view, host);
    return;
  }
  if (changed('kind', 'layer', 'head')) markTiles(view, lab, host);
  const isOtherRow = changed('kind', 'layer', 'head', 'step', 'pin', 'side') || isOther('edits');
  if (isOtherRow || arrivals !== before.arrivals) markEdit(view); // the row starts with the model's weights
};
