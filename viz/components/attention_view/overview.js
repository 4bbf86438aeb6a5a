// Every head of every layer, one small picture each.

const headName = (texts, {kind, layer, head}) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

const tile = (view, kind, layer, head) => {
  const {packed, texts, colours} = view, [, , queries, keys] = packed.kinds[kind].shape;
  const canvas = make('canvas', {'aria-hidden': 'true'});
  paint(canvas, quantisedHead(packed, {kind, layer, head}), queries, keys, colours.ramps[kind]);
  return make('div', {
    role: 'gridcell', class: 'gf-tile', tabindex: -1, 'data-tile': `${kind}.${layer}.${head}`,
    'aria-label': headName(texts, {kind, layer, head}), 'aria-selected': 'false',
  }, canvas);
};

const kindBlock = (view, kind, first) => {
  const {packed, texts} = view, [layers, heads] = packed.kinds[kind].shape;
  const range = n => Array.from({length: n}, (_, i) => i);
  const column = text => make('span', {role: 'columnheader', class: 'gf-mark'}, text);
  const header = make('div', {role: 'row', class: first ? 'gf-row' : 'gf-row gf-unseen'},
    column(''), ...range(heads).map(head => column(say(texts, 'heads.column', {head: head + 1}))));
  const rows = range(layers).map(layer => make('div', {role: 'row', class: 'gf-row'},
    make('span', {role: 'rowheader', class: 'gf-mark'}, say(texts, 'heads.row', {layer: layer + 1})),
    ...range(heads).map(head => tile(view, kind, layer, head))));
  const grid = make('div', {role: 'grid', class: 'gf-grid', 'aria-label': say(texts, `kind.${kind}`)}, header, ...rows);
  grid.style.setProperty('--heads', heads);
  return make('div', {class: 'gf-kind', 'data-hue': kind},
    make('div', {class: 'gf-kind-name'}, say(texts, `kind.${kind}.short`),
      make('small', {}, say(texts, `kind.${kind}.note`))), grid);
};

const drawOverview = view => {
  view.part('kinds').replaceChildren(...KINDS.map((kind, i) => kindBlock(view, kind, i === 0)));
  sizeTiles(view);
  markOverview(view);
};

/** Tiles as large as the column and a fair height allow: all heads of a layer in one row. */
const sizeTiles = view => {
  const host = view.part('kinds'), [layers, heads] = view.packed.kinds.encoder.shape;
  const gap = heads > 6 ? 4 : 6, room = host.clientWidth - (view.narrow ? 30 : 118);
  const tallest = clamp(Math.floor(780 / (3 * layers)) - gap, 28, 72);
  const size = clamp(Math.floor((room - (heads - 1) * gap) / heads), 12, tallest);
  host.style.setProperty('--tile', `${size}px`);
  host.style.setProperty('--gap', `${gap}px`);
  const smallest = Math.max(...KINDS.flatMap(kind => view.packed.kinds[kind].shape.slice(2)));
  host.dataset.smooth = smallest > size * devicePixelRatio;
};

const markOverview = view => {
  const {kind, layer, head} = view.choice, name = `${kind}.${layer}.${head}`;
  for (const node of view.part('kinds').querySelectorAll('[data-tile]')) {
    const on = node.dataset.tile === name;
    if (on !== (node.tabIndex === 0)) { node.setAttribute('aria-selected', on); node.tabIndex = on ? 0 : -1; }
  }
};

/** Where an arrow key leads from one head, walking through the three kinds from top to bottom. */
const walked = (packed, {kind, layer, head}, key) => {
  const [layers, heads] = packed.kinds[kind].shape, order = KINDS.indexOf(kind);
  const across = {ArrowLeft: head - 1, ArrowRight: head + 1, Home: 0, End: heads - 1};
  if (key in across) return {kind, layer, head: clamp(across[key], 0, heads - 1)};
  const down = {ArrowUp: -1, ArrowDown: 1, PageUp: -layers, PageDown: layers};
  if (!(key in down)) return null;
  const row = clamp(order * layers + layer + down[key], 0, KINDS.length * layers - 1);
  return {kind: KINDS[Math.floor(row / layers)], layer: row % layers, head};
};

const wireOverview = view => {
  const host = view.part('kinds'), at = event => event.target.closest('[data-tile]');
  const chosen = node => {
    const [kind, layer, head] = node.dataset.tile.split('.');
    return {kind, layer: +layer, head: +head};
  };
  host.addEventListener('click', event => at(event) && view.change({...chosen(at(event)), pin: null, cell: null}));
  host.addEventListener('keydown', event => {
    const next = walked(view.packed, view.choice, event.key);
    if (!next) return;
    event.preventDefault();
    view.change({...next, pin: null, cell: null});
    host.querySelector('[tabindex="0"][data-tile]').focus();
  });
  host.addEventListener('pointerover', event => {
    const node = at(event);
    if (node) showTip(view, node, headName(view.texts, chosen(node)));
  });
  host.addEventListener('pointerleave', () => hideTip(view));
};
