// The whole component: one object holds what is shown; change() is the only way to alter it.

const dressTexts = view => {
  const {root, texts} = view;
  for (const node of root.querySelectorAll('[data-text]')) node.textContent = say(texts, node.dataset.text);
  for (const node of root.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', say(texts, node.dataset.label));
  for (const node of root.querySelectorAll('[data-title]')) node.title = say(texts, node.dataset.title);
};

const describeState = view => {
  const {kind, layer, head, step, view: name, rows, side, lens} = view.choice;
  const exact = view.sheets.every(sheet => sheet.exact);
  const state = {kind, layer, head, step, view: name, rows, side, lens, exact};
  for (const [key, value] of Object.entries(state)) view.root.dataset[key] = value;
};

const differs = (before, after) => (...names) => names.some(name => before[name] !== after[name]);
const sameHover = (a, b) => sameToken(a, b) && (a.sheet ?? 0) === (b.sheet ?? 0);

/** Choices that follow from others: where the tokens of the sheet change, none stays pointed at. */
const settled = (view, before, changes) => {
  const after = {...before, ...changes}, changed = differs(before, after);
  if (sameHover(before.hover, after.hover) || (!before.hover && !after.hover)) after.hover = before.hover;
  if (before.cell?.query === after.cell?.query && before.cell?.key === after.cell?.key
    && before.cell?.sheet === after.cell?.sheet) after.cell = before.cell;
  if (changed('side') && !('step' in changes)) after.step = stepOn(view, after.side === 'variant' ? 'variant' : 'base');
  if (changed('side', 'words', 'specials')) Object.assign(after, {pin: null, hover: null, cell: null});
  return after;
};

/** Alter the choices and redraw exactly what depends on them. */
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

/** Draw everything that has a size; called again when the size, the theme or the words change. */
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

const showMessages = view => {
  const {props, texts, root} = view;
  const state = view.packed ? 'ready' : 'empty';
  root.dataset.state = state;
  root.dataset.busy = Boolean(props.busy);
  root.setAttribute('aria-busy', Boolean(props.busy));
  const problem = view.broken ? say(texts, 'payload.broken') : props.problem || '';
  view.part('problem').textContent = problem;
  view.part('problem').hidden = !problem;
  root.dataset.problem = Boolean(problem);
  const waiting = state === 'empty' && !problem ? props.note || say(texts, 'empty') : '';
  const note = props.busy && view.packed ? say(texts, 'busy') : waiting;
  view.part('note').textContent = note;
  view.part('note').hidden = !note;
};

const takeValue = view => {
  view.broken = false;
  if (!view.props.value) {
    view.packed = null;
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
  view.variant = null;
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

const takeTexts = view => {
  view.texts = JSON.parse(view.props.texts || '{}');
  view.reads += 1;
  dressTexts(view);
};

const view = {
  root: element, props, trigger, server, texts: {}, packed: null, variant: null, broken: false,
  sheets: [], facings: [], figures: [], figure: null, frame: '', figureWidth: 0, drawable: false, narrow: false,
    timer: 0,
  playing: null, paused: null, choosing: false, linked: false, lensFailed: null,
  paints: 0, reads: 0, // how often colours and words changed: a frame drawn before is drawn anew
  choice: {
    kind: 'cross', layer: null, head: 0, view: 'lines', rows: 'predicted', step: 0, pin: null, hover: null, cell: null,
    side: 'base', bench: null,
    lens: 'weights', combine: 'one', heads: [], words: false, specials: true, mass: 1, grow: false,
  },
  found: new Map(),
  /** The first element of a selector; looked for once, since a long translation has thousands to look through. */
  find: selector => {
    const known = view.found.get(selector);
    if (known && element.contains(known)) return known;
    const node = element.querySelector(selector);
    view.found.set(selector, node);
    return node;
  },
  part: name => view.find(`[data-part="${name}"]`),
};
view.change = changes => change(view, changes);
view.refresh = () => { takeSheets(view); drawAll(view); showMessages(view); fetchDetail(view); };
view.colours = readColours(element);

takeTexts(view);
wireStrip(view);
wireOverview(view);
wireHead(view);
wireSave(view);
wireVariant(view);
wireOptions(view);
wireLink(view);
wirePlay(view);
wireBench(view);
wireLab(view);
watch('texts', () => { takeTexts(view); drawAll(view); showMessages(view); });
watch('value', () => { takeValue(view); showMessages(view); });
watch(['busy', 'problem', 'note'], () => showMessages(view));

let seenWidth = -1;
new ResizeObserver(() => {
  if (element.clientWidth === seenWidth) return;
  seenWidth = element.clientWidth;
  drawAll(view);
}).observe(element);

const themeWatch = new MutationObserver(() => {
  if (!element.isConnected) { themeWatch.disconnect(); return; }
  view.colours = readColours(element);
  view.paints += 1;
  drawAll(view);
});
for (const node of [document.documentElement, document.body])
  themeWatch.observe(node, {attributes: true, attributeFilter: ['class']});

takeValue(view);
showMessages(view);
