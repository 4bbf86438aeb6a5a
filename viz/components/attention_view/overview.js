// Every head of every layer, one small picture each: painted once on one canvas a kind, then only marked.

const MARGIN = 22;  // pixels left of the pictures, for the names of the layers
const HEADER = 12;  // pixels above the first kind's pictures, for the names of the heads

const headName = (texts, {kind, layer, head}) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

/**
 * What the pictures of a kind show: {layers, heads, queries, keys, colour: (head number, cell) => packed pixel}. A lens
 * that speaks of whole layers has one picture a layer; of the difference of two sides a picture is signed.
 */
const overviewSource = (view, kind) => {
  const {colours, choice: {lens, side}} = view, packed = shownPacked(view);
  const own = pictures(packed, kind), nothing = packedColour(colours.nothing);
  if (lens !== 'weights') {
    const data = packed.lenses.get(lens), part = data?.kinds?.[kind];
    if (!part) return {...own, colour: () => nothing};
    const [layers, heads, queries, keys] = part.shape, size = queries * keys, {low, high} = part, step = (high - low) / 255;
    const scale = shareOf(data.signed ? {signed: true, low, high} : SHARES.has(lens) ? {low: 0, high: 1} : {low: Math.min(0, low), high});
    const ramps = [data.signed ? rampOf(colours.background, colours.more) : colours.ramps[kind], rampOf(colours.background, colours.less)];
    const masked = index => kind === 'decoder' && index % keys > Math.floor(index / keys);
    const levels = Array.from({length: 256}, (_, level) => {
      const share = scale(low + level * step);
      return ramps[share < 0 ? 1 : 0][Math.round(Math.abs(share) * 255)];
    });
    return {layers, heads, queries, keys, colour: (at, cell) => masked(cell) ? nothing : levels[part.levels[at * size + cell]]};
  }
  const other = view.variant && side === 'difference' ? pictures(view.variant.packed, kind) : null, size = own.queries * own.keys;
  const alike = other && ['layers', 'heads', 'queries', 'keys'].every(name => own[name] === other[name]);
  if (!alike) return {...own, colour: (at, cell) => colours.ramps[kind][own.levels[at * size + cell]]};
  const more = rampOf(colours.background, colours.more), less = rampOf(colours.background, colours.less);
  return {...own, colour: (at, cell) => {
    const change = other.levels[at * size + cell] - own.levels[at * size + cell];
    return change < 0 ? less[-change] : more[change];
  }};
};

/** All pictures of a kind in one, a pixel a cell: a row of pictures a layer. */
const tiledPictures = ({layers, heads, queries, keys, colour}) => {
  const wide = heads * keys, pixels = new Uint32Array(wide * layers * queries);
  for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
    const at = layer * heads + head, start = layer * queries * wide + head * keys;
    for (let query = 0, cell = 0; query < queries; query++)
      for (let key = 0; key < keys; key++, cell++) pixels[start + query * wide + key] = colour(at, cell);
  }
  return pixelCanvas(pixels, wide, layers * queries);
};

const kindsShown = view => view.choice.kinds === 'one' ? [view.choice.kind] : KINDS;

/** What a repainting of the pictures depends on. */
const overviewState = view => {
  const {choice: {lens, side}, paints, variant} = view, packed = shownPacked(view);
  return [packed.id, lens, packed.lenses.has(lens), side, variant?.packed.id, paints, ...kindsShown(view)].join('|');
};

const tileOf = (view, kind, layer, head) => make('div', {
  role: 'gridcell', class: 'gf-tile', tabindex: -1, 'data-tile': `${kind}.${layer}.${head}`,
  'aria-label': headName(view.texts, {kind, layer, head}), 'aria-selected': 'false',
});

const kindBlock = (view, kind, first) => {
  const {texts} = view, {layers, heads} = overviewSource(view, kind), all = pictures(shownPacked(view), kind).heads;
  const range = n => Array.from({length: n}, (_, i) => i);
  const column = text => make('span', {role: 'columnheader', class: 'gf-mark'}, text);
  const header = make('div', {role: 'row', class: first ? 'gf-row' : 'gf-row gf-unseen'},
    column(''), ...range(heads).map(head => column(heads < all ? '' : say(texts, 'heads.column', {head: head + 1}))));
  const rows = range(layers).map(layer => make('div', {role: 'row', class: 'gf-row'},
    make('span', {role: 'rowheader', class: 'gf-mark'}, say(texts, 'heads.row', {layer: layer + 1})),
    ...range(heads).map(head => tileOf(view, kind, layer, head))));
  const grid = make('div', {role: 'grid', class: 'gf-grid', 'aria-label': say(texts, `kind.${kind}`)},
    make('canvas', {class: 'gf-pictures', 'aria-hidden': 'true', 'data-pictures': kind}), header, ...rows);
  grid.style.setProperty('--heads', heads);
  grid.style.setProperty('--above', first ? `calc(${HEADER}px + var(--gap))` : '0px');
  return make('div', {class: 'gf-kind', 'data-hue': kind},
    make('div', {class: 'gf-kind-name'}, say(texts, `kind.${kind}.short`),
      make('small', {}, say(texts, `kind.${kind}.note`))), grid);
};

/** All kinds, or the one of the chosen head in larger pictures. */
const kindsControl = view => {
  const {texts, choice: {kinds = 'all'}} = view;
  const option = name => make('button', {type: 'button', role: 'radio', 'data-kinds': name, 'aria-checked': String(kinds === name),
    tabindex: kinds === name ? 0 : -1}, say(texts, `heads.${name}`));
  return make('div', {class: 'gf-segments gf-kinds-control', role: 'radiogroup', 'aria-label': say(texts, 'heads.kinds')}, option('all'), option('one'));
};

const drawOverview = view => {
  const host = view.part('kinds');
  host.replaceChildren(kindsControl(view), ...kindsShown(view).map((kind, i) => kindBlock(view, kind, i === 0)));
  sizeTiles(view);
  paintPictures(view);
  markOverview(view);
};

/** Tiles as large as the column and a fair height allow: all heads of a layer in one row. */
const sizeTiles = view => {
  const host = view.part('kinds'), {layers, heads} = pictures(shownPacked(view), view.choice.kind), shown = kindsShown(view).length;
  const gap = heads > 6 ? 4 : 6, room = host.clientWidth - (view.narrow ? 30 : 118);
  const tallest = clamp(Math.floor((shown > 1 ? 780 / 3 : 600) / layers) - gap, 28, shown > 1 ? 72 : 128);
  const size = clamp(Math.floor((room - (heads - 1) * gap) / heads), 12, tallest);
  view.tile = {size, gap};
  host.style.setProperty('--tile', `${size}px`);
  host.style.setProperty('--gap', `${gap}px`);
};

/** Where the picture of a head lies on its kind's canvas. */
const tilePlace = ({size, gap}, layer, head) => ({x: head * (size + gap), y: layer * (size + gap)});

const pictureItems = (view, source, image, left = 0, top = 0) => {
  const {size} = view.tile, {layers, heads, queries, keys} = source, items = [];
  const smooth = Math.max(queries, keys) > size * (devicePixelRatio || 1);
  for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
    const {x, y} = tilePlace(view.tile, layer, head);
    items.push({do: 'tile', x: left + x, y: top + y, size, image, smooth, part: [head * keys, layer * queries, keys, queries]});
  }
  return items;
};

const paintPictures = view => {
  view.overviewState = overviewState(view);
  for (const canvas of view.part('kinds').querySelectorAll('[data-pictures]')) {
    const source = overviewSource(view, canvas.dataset.pictures), {size, gap} = view.tile;
    const width = source.heads * (size + gap) - gap, height = source.layers * (size + gap) - gap;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    paintScene(canvas, {width, height, items: pictureItems(view, source, tiledPictures(source))});
  }
};

/** The marks: the current head, those chosen beside it, those switched off. Repaints where the numbers are others. */
const markOverview = view => {
  if (!view.tile) return;
  if (view.overviewState !== overviewState(view)) { drawOverview(view); return; }
  const {kind, layer} = view.choice, host = view.part('kinds');
  const fused = overviewSource(view, kind).heads < pictures(shownPacked(view), kind).heads, head = fused ? 0 : view.choice.head;
  const current = `${kind}.${layer}.${head}`, gate = typeof gateOf === 'function' ? gateOf : () => null;
  for (const node of host.querySelectorAll('[data-tile]')) {
    const name = node.dataset.tile, on = name === current, at = headOfName(name);
    if (on !== (node.tabIndex === 0)) { node.setAttribute('aria-selected', on); node.tabIndex = on ? 0 : -1; }
    const beside = String(!on && view.choice.combine !== 'one' && isChosenHead(view, name));
    if (node.dataset.chosen !== beside) node.dataset.chosen = beside;
    const state = gate(view, at.kind, at.layer, at.head) ?? '';
    if ((node.dataset.gate ?? '') !== state) {
      node.dataset.gate = state;
      node.setAttribute('aria-label', headName(view.texts, at) + (state ? `, ${say(view.texts, `heads.gate.${state}`)}` : ''));
    }
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
  const showKinds = kinds => {
    view.change({kinds});
    drawOverview(view);
    host.querySelector(`[data-kinds="${kinds}"]`).focus({preventScroll: true});
  };
  host.addEventListener('click', event => {
    const node = at(event), option = event.target.closest('[data-kinds]');
    if (option) showKinds(option.dataset.kinds);
    if (!node) return;
    if (view.choosing || event.ctrlKey || event.metaKey || event.shiftKey) toggleChosenHead(view, node.dataset.tile);
    else view.change({...headOfName(node.dataset.tile), pin: null, cell: null});
  });
  host.addEventListener('keydown', event => {
    const node = at(event);
    if (event.target.closest('[data-kinds]') && movedIndex(event.key, 0, 2) !== null) {
      event.preventDefault();
      showKinds(view.choice.kinds === 'one' ? 'all' : 'one');
    }
    if (!node) return;
    if (event.key === '+' || event.key === ' ') {
      event.preventDefault();
      toggleChosenHead(view, node.dataset.tile);
      return;
    }
    const next = walked(shownPacked(view), view.choice, event.key);
    if (!next) return;
    event.preventDefault();
    view.change({...next, pin: null, cell: null});
    host.querySelector('[tabindex="0"][data-tile]')?.focus();
  });
  host.addEventListener('pointerover', event => {
    const node = at(event);
    if (node) showTip(view, node, node.getAttribute('aria-label'));
  });
  host.addEventListener('pointerleave', () => hideTip(view));
};

/** Every head that is shown, as a picture to be saved. */
const overviewScene = view => {
  const {texts, colours} = view, {size, gap} = view.tile, items = [], family = getComputedStyle(view.root).fontFamily;
  const small = {size: 11, family, fill: cssColour(colours.soft)};
  let top = 0, width = 0;
  for (const kind of kindsShown(view)) {
    const source = overviewSource(view, kind), high = source.layers * (size + gap) - gap, wide = source.heads * (size + gap) - gap;
    items.push({do: 'text', x: 0, y: top + 8, text: say(texts, `kind.${kind}`), size: 14, weight: 600, family, fill: cssColour(colours.hueTexts[kind])});
    const from = top + 38;
    for (let head = 0; head < source.heads; head++) if (source.heads === pictures(shownPacked(view), kind).heads)
      items.push({do: 'text', ...small, x: MARGIN + gap + head * (size + gap) + size / 2, y: from - 10, anchor: 'middle', text: say(texts, 'heads.column', {head: head + 1})});
    for (let layer = 0; layer < source.layers; layer++)
      items.push({do: 'text', ...small, x: 0, y: from + layer * (size + gap) + size / 2, text: say(texts, 'heads.row', {layer: layer + 1})});
    items.push(...pictureItems(view, source, tiledPictures(source), MARGIN + gap, from));
    for (const {layer, head, state} of markedTiles(view, kind, source)) {
      const {x, y} = tilePlace(view.tile, layer, head), at = {x: MARGIN + gap + x, y: from + y};
      if (state === 'current') items.push({do: 'rect', x: at.x - 2, y: at.y - 2, width: size + 4, height: size + 4, stroke: cssColour(colours.ink), line: 2});
      else if (state === 'chosen') items.push({do: 'rect', x: at.x - 1.5, y: at.y - 1.5, width: size + 3, height: size + 3, stroke: cssColour(colours.hueTexts[kind]), line: 1.5});
      else items.push({do: 'text', x: at.x + size / 2, y: at.y + size / 2, text: state === 'off' ? '×' : '=', anchor: 'middle', size: 18, family, weight: 700, fill: cssColour(colours.ink)});
    }
    top = from + high + 28;
    width = Math.max(width, MARGIN + gap + wide + 4);
  }
  return {width, height: top - 20, items};
};

const markedTiles = (view, kind, {layers, heads}) => {
  const found = [], gate = typeof gateOf === 'function' ? gateOf : () => null, {choice} = view;
  for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
    if (choice.kind === kind && choice.layer === layer && (choice.head === head || heads === 1)) found.push({layer, head, state: 'current'});
    else if (choice.combine !== 'one' && isChosenHead(view, `${kind}.${layer}.${head}`)) found.push({layer, head, state: 'chosen'});
    const state = gate(view, kind, layer, head);
    if (state) found.push({layer, head, state});
  }
  return found;
};
