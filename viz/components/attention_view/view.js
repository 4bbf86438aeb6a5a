// The whole component: one object holds what is shown; change() is the only way to alter it.

const dressTexts = view => {
  const {root, texts} = view;
  for (const node of root.querySelectorAll('[data-text]')) node.textContent = say(texts, node.dataset.text);
  for (const node of root.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', say(texts, node.dataset.label));
};

const describeState = view => {
  const {kind, layer, head, step, view: name, rows} = view.choice;
  const state = {kind, layer, head, step, view: name, rows, exact: view.exact};
  for (const [key, value] of Object.entries(state)) view.root.dataset[key] = value;
};

/** The chosen head's numbers: float32 where they have arrived, else the quantised ones. */
const takeValues = view => {
  const {kind, layer, head} = view.choice;
  const exact = view.exactHeads.get(`${kind}.${layer}.${head}`);
  view.exact = Boolean(exact);
  view.values = exact ?? Float32Array.from(quantisedHead(view.packed, view.choice), level => level / 255);
};

/** Ask for the float32 values of the chosen head; drawing never waits, stale and wrong replies are dropped. */
const fetchExact = async view => {
  const {packed, choice: {kind, layer, head}, server} = view, name = `${kind}.${layer}.${head}`;
  if (view.exactHeads.has(name) || view.asked.has(name) || !server?.head_values) return;
  const {asked, exactHeads} = view;
  asked.add(name);
  let values = null;
  try {
    const reply = await server.head_values({id: packed.id, kind, layer, head});
    values = exactHead(reply, packed.kinds[kind].shape, quantisedHead(packed, {kind, layer, head}));
  } catch { values = null; }
  if (!values) { asked.delete(name); return; }
  exactHeads.set(name, values);
  if (view.packed !== packed) return;
  const now = view.choice;
  if (`${now.kind}.${now.layer}.${now.head}` !== name || !view.figure) return;
  takeValues(view);
  view.figure.draw();
  view.figure.mark();
  markReadout(view);
  markMeaning(view);
  describeState(view);
};

const differs = (before, after) => (...names) => names.some(name => before[name] !== after[name]);

/** Alter the choices and redraw exactly what depends on them. */
const change = (view, changes) => {
  if (!view.packed) return;
  const before = view.choice, after = {...before, ...changes}, changed = differs(before, after);
  if (sameToken(before.hover, after.hover) || (!before.hover && !after.hover)) after.hover = before.hover;
  if (before.cell?.query === after.cell?.query && before.cell?.key === after.cell?.key) after.cell = before.cell;
  if (!changed(...Object.keys(changes))) return;
  view.choice = after;
  const headChanged = changed('kind', 'layer', 'head');
  if (headChanged) { takeValues(view); markTitle(view); markOverview(view); }
  if (changed('kind')) drawLegend(view);
  if (changed('view')) { markGroup(view, 'view', after.view); drawSave(view); }
  if (changed('rows')) markGroup(view, 'rows', after.rows);
  describeState(view);
  if (!view.drawable) return;
  if (headChanged || changed('view', 'rows')) drawFigure(view); else view.figure.mark();
  if (changed('step', 'hover', 'kind')) markStrip(view);
  if (changed('step')) { drawStep(view); keepInSight(view); }
  if (headChanged || changed('step', 'rows', 'hover', 'pin', 'cell')) markMeaning(view);
  if (headChanged || changed('cell', 'view', 'rows')) markReadout(view);
  if (changed('bench')) drawBench(view); else markBench(view, before);
  if (headChanged) { clearTimeout(view.timer); view.timer = setTimeout(() => fetchExact(view), 80); }
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
  drawStep(view);
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
  view.exactHeads = new Map();
  view.asked = new Set();
  view.reads += 1;
  view.choice = restored(view.choice, view.packed);
  takeValues(view);
  closePanels(view);
  showMessages(view);
  drawAll(view);
  fetchExact(view);
};

const takeTexts = view => {
  view.texts = JSON.parse(view.props.texts || '{}');
  view.reads += 1;
  dressTexts(view);
};

const view = {
  root: element, props, trigger, server, texts: {}, packed: null, variant: null, broken: false,
  figure: null, frame: '', figureWidth: 0, drawable: false, narrow: false,
  values: null, exact: false, exactHeads: new Map(), asked: new Set(), timer: 0,
  paints: 0, reads: 0, // how often colours and words changed: a frame drawn before is drawn anew
  choice: {
    kind: 'cross', layer: null, head: 0, view: 'lines', rows: 'predicted', step: 0, pin: null, hover: null, cell: null,
    side: 'base', bench: null,
  },
  part: name => element.querySelector(`[data-part="${name}"]`),
};
view.change = changes => change(view, changes);
view.refresh = () => { takeValues(view); drawAll(view); showMessages(view); };
view.colours = readColours(element);

takeTexts(view);
wireStrip(view);
wireOverview(view);
wireHead(view);
wireSave(view);
wireBench(view);
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
