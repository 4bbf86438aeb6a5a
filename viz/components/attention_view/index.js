// The whole component: `mount` brings it to life in an element.

import {bytesOf} from '../shared/bytes.js';
import {readColours} from '../shared/colours.js';
import {KINDS} from '../shared/kinds.js';
import {followTheme, followWidth} from '../shared/watching.js';
import {SHEET_CHOICES, differs} from './model/choices.js';
import {nameOfHead} from './model/heads.js';
import {restored, unpack} from './model/payload.js';
import {makeView, settled, takeSheets} from './store.js';
import {fetchDetail} from './actions/detail.js';
import {restoreLink} from './actions/link.js';
import {stopPlaying} from './actions/play.js';
import {markGroup} from './draw/controls.js';
import {drawFigure, keepInSight, markFigures} from './draw/figure.js';
import {wireLab} from './draw/gate.js';
import {markTitle, wireHead} from './draw/head.js';
import {drawLegend} from './draw/legend.js';
import {wireLink} from './draw/link.js';
import {markMeaning, markReadout} from './draw/meaning.js';
import {describeState, dressTexts, showMessages} from './draw/messages.js';
import {drawOptions, wireOptions} from './draw/options.js';
import {drawOverview, markOverview, wireOverview} from './draw/overview.js';
import {drawPlay, wirePlay} from './draw/play.js';
import {closePanels} from './draw/popups.js';
import {drawSave, wireSave} from './draw/save.js';
import {drawStep} from './draw/step.js';
import {drawStrip, markStrip, wireStrip} from './draw/strip.js';
import {wireVariant} from './draw/variant.js';
import {drawBench, markBench, wireBench} from './panels/bench.js';
import {markEdit} from './panels/edit_row.js';
import {markLab} from './panels/lab.js';

/** @import {Choice, Gradio, Kind, View} from './types.js' */

/**
 * Alter the choices and redraw exactly what depends on them.
 * @param {View} view
 * @param {Partial<Choice>} changes
 */
const change = (view, changes) => {
  if (!view.packed) return;
  const before = view.choice, after = settled(view, before, changes), changed = differs(before, after);
  if (!changed(...Object.keys(changes))) return;
  view.choice = after;
  const headChanged = changed('kind', 'layer', 'head');
  const sheetChanged = changed(...SHEET_CHOICES) || (changed('step') && after.grow && after.kind !== 'encoder');
  if (sheetChanged) takeSheets(view);
  if (headChanged || changed('side', 'lens', 'combine', 'heads')) markTitle(view);
  if (sheetChanged) markOverview(view);
  if (sheetChanged) drawLegend(view);
  if (changed('view')) { markGroup(view, 'view', after.view); drawSave(view); }
  if (changed('rows')) markGroup(view, 'rows', after.rows);
  describeState(view);
  if (!view.drawable) return;
  if (sheetChanged || changed('view')) drawFigure(view); else markFigures(view);
  if (sheetChanged || changed('view')) drawOptions(view);
  if (changed('side')) markGroup(view, 'side', after.side);
  if (changed('step', 'hover', 'kind', 'side', 'grow')) markStrip(view);
  if (changed('step', 'side')) { drawStep(view); keepInSight(view); }
  if (sheetChanged || changed('step', 'hover', 'pin', 'cell')) markMeaning(view);
  if (sheetChanged || changed('cell', 'view')) markReadout(view);
  if (changed('bench')) drawBench(view); else markBench(view, before);
  if (sheetChanged) { clearTimeout(view.timer); view.timer = setTimeout(() => fetchDetail(view), 80); }
};

/**
 * Draw everything that has a size; called again when the size, the theme or the words change.
 * @param {View} view
 */
const drawAll = view => {
  const width = view.root.clientWidth;
  view.drawable = Boolean(view.packed) && width > 0;
  view.narrow = width > 0 ? width < 760 : view.narrow;
  view.root.dataset.width = view.narrow ? 'narrow' : 'wide';
  if (!view.drawable) return;
  view.figureWidth = Math.floor(view.part('figure').clientWidth);
  drawStrip(view);
  drawOverview(view);
  markTitle(view);
  markGroup(view, 'view', view.choice.view);
  markGroup(view, 'rows', view.choice.rows);
  drawFigure(view);
  drawLegend(view);
  drawOptions(view);
  drawStep(view);
  drawPlay(view);
  drawSave(view);
  markMeaning(view);
  markReadout(view);
  drawBench(view);
  describeState(view);
  view.root.dataset.drawn = view.packed.id;
};

/**
 * New numbers for what is shown: the same frame, drawn again.
 * @param {View} view
 */
const redrawSheets = view => {
  takeSheets(view);
  describeState(view);
  if (!view.drawable) return;
  markTitle(view); // a lens may take heads together
  drawFigure(view);
  markOverview(view);
  drawLegend(view);
  drawOptions(view);
  markReadout(view);
  markMeaning(view);
  markEdit(view); // the row to edit begins with the model's own weights
};

/** @param {View} view */
const takeValue = view => {
  view.broken = false;
  if (!view.props.value) {
    view.packed = /** @type {any} */ (null);
    showMessages(view);
    return;
  }
  try {
    const packed = unpack(view.props.value);
    view.packed = packed;
  } catch (error) {
    console.error(error);
    view.broken = true;
    return;
  }
  view.variant = /** @type {any} */ (null);
  view.choice = {...view.choice, side: 'base'};
  view.reads += 1;
  stopPlaying(view);
  view.choice = restored(view.choice, view.packed);
  restoreLink(view);
  takeSheets(view);
  closePanels(view);
  showMessages(view);
  drawAll(view);
  fetchDetail(view);
};

/** @param {View} view */
const takeTexts = view => {
  view.texts = JSON.parse(view.props.texts || '{}');
  view.reads += 1;
  dressTexts(view);
};

/**
 * Every head's float32 weights, in base64 by kind: no number is approximate then.
 * @param {View} view
 * @param {Record<Kind, string>} exact
 */
export const takeExact = (view, exact) => {
  for (const kind of KINDS.filter(name => name in exact)) {
    const values = new Float32Array(bytesOf(exact[kind]).buffer), [layers, heads, queries, keys] = view.packed.kinds[kind].shape;
    for (let i = 0; i < layers * heads; i++)
      view.packed.exactHeads.set(nameOfHead({kind, layer: Math.floor(i / heads), head: i % heads}),
        values.subarray(i * queries * keys, (i + 1) * queries * keys));
  }
  view.refresh();
};

/**
 * Bring the component to life in its element; returns its view.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, trigger, server, watch}) => {
  const view = Object.assign(makeView({element, props, trigger, server}), {colours: readColours(element)});
  view.change = changes => change(view, changes);
  view.refresh = () => { takeSheets(view); drawAll(view); showMessages(view); fetchDetail(view); };
  view.redraw = () => redrawSheets(view);
  view.drawPlay = () => drawPlay(view);
  view.markLab = () => markLab(view);
  takeTexts(view);
  for (const wire of [wireStrip, wireOverview, wireHead, wireSave, wireVariant, wireOptions, wireLink, wirePlay, wireBench,
    wireLab]) wire(view);
  watch('texts', () => { takeTexts(view); drawAll(view); showMessages(view); });
  watch('value', () => { takeValue(view); showMessages(view); });
  watch(['busy', 'problem', 'note'], () => showMessages(view));
  followWidth(view.root, () => drawAll(view));
  followTheme(view.root, () => {
    view.colours = readColours(view.root);
    view.paints += 1;
    drawAll(view);
  });
  takeValue(view);
  showMessages(view);
  return view;
};
