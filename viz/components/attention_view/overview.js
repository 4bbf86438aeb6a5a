// Every head of every layer, one small picture each: painted once on one canvas a kind, then only marked.

const MARGIN = 22;  // pixels left of the pictures, for the names of the layers
const HEADER = 12;  // pixels above the first kind's pictures, for the names of the heads

const headName = (texts, {kind, layer, head}) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

/**
 * The numbers of a kind's pictures: {layers, heads, queries, keys, value: (head number, cell) => number, low, high,
 * signed}; null where the lens says nothing of the kind.
 */
const pictureNumbers = (packed, lens, kind) => {
  const range = (low, high, signed) => ({low, high, signed});
  if (lens === 'weights') {
    const own = pictures(packed, kind), size = own.queries * own.keys;
    return {...own, value: (at, cell) => own.levels[at * size + cell] / 255, ...range(0, 1, false)};
  }
  const data = packed.lenses.get(lens), part = data?.kinds?.[kind];
  if (!part) return null;
  const [layers, heads, queries, keys] = part.shape, size = queries * keys, {levels, low, high} = part;
  const step = (high - low) / 255, masked = cell => kind === 'decoder' && cell % keys > Math.floor(cell / keys);
  const value = (at, cell) => masked(cell) ? NaN : low + levels[at * size + cell] * step;
  if (SHARES.has(lens)) return {layers, heads, queries, keys, value, ...range(0, 1, false)};
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return {layers, heads, queries, keys, value,
    ...(data.signed ? range(-most, most, true) : range(Math.min(0, low), high, false))};
};

/** The second of two such minus the first, on the first one's rows and columns; NaN where there is no counterpart. */
const pictureDifference = (base, other, byRow, byColumn) => {
  const {layers, heads, queries, keys} = base, most = Math.max(base.high, other.high) - Math.min(base.low, other.low);
  const value = (at, cell) => {
    const layer = Math.floor(at / heads), head = at % heads;
    const row = byRow[Math.floor(cell / keys)], column = byColumn[cell % keys];
    if (layer >= other.layers || head >= other.heads || row < 0 || column < 0) return NaN;
    return other.value(layer * other.heads + head, row * other.keys + column) - base.value(at, cell);
  };
  return {layers, heads, queries, keys, value, low: -most, high: most, signed: true};
};

/** Which row and which column of the other translation's pictures stands for one of this one's. */
const pictureAlignment = (view, kind) => {
  const {packed, variant, choice: {rows}} = view, one = pictures(packed, kind), two = pictures(variant.packed, kind);
  const reduced = packed.kinds[kind].reduced || variant.packed.kinds[kind].reduced;
  if (reduced) { // cells of smaller pictures stand for several tokens: only those of one size can be compared
    const alike = one.queries === two.queries && one.keys === two.keys;
    const along = n => Array.from({length: n}, (_, i) => alike ? i : -1);
    return [along(one.queries), along(one.keys)];
  }
  const tokens = list => [list(packed), list(variant.packed)];
  return [alignTokens(...tokens(of => queryTokens(of, kind, rows))).forward,
    alignTokens(...tokens(of => keyTokens(of, kind))).forward];
};

/** What the pictures of a kind show: such numbers with colour: (head number, cell) => packed pixel. */
const overviewSource = (view, kind) => {
  const {colours, choice: {lens, side}} = view, packed = shownPacked(view), compared = view.variant
    && side === 'difference';
  const nothing = packedColour(colours.nothing), own = pictureNumbers(packed, lens, kind);
  const other = compared ? pictureNumbers(view.variant.packed, lens, kind) : null;
  if (!own || (compared && !other)) return {...pictures(packed, kind), colour: () => nothing, nothing: true};
  if (!compared && lens === 'weights') {
    const size = own.queries * own.keys, ramp = colours.ramps[kind];
    return {...own, colour: (at, cell) => ramp[own.levels[at * size + cell]]};
  }
  const source = compared ? pictureDifference(own, other, ...pictureAlignment(view, kind)) : own,
    share = shareOf(source);
  const more = source.signed ? rampOf(colours.background, colours.more) : colours.ramps[kind];
  const less = rampOf(colours.background, colours.less);
  return {...source, colour: (at, cell) => {
    const level = share(source.value(at, cell));
    return Number.isNaN(level) ? nothing : (level < 0 ? less : more)[Math.round(Math.abs(level) * 255)];
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
  const {choice: {lens, side, rows}, paints, reads, variant} = view, packed = shownPacked(view);
  return [packed.id, lens, packed.lenses.has(lens), side, variant?.packed.id, variant?.packed.lenses.has(lens), paints,
    reads, variant && side === 'difference' ? rows : '', ...kindsShown(view)].join('|');
};

const tileOf = (view, kind, layer, head) => make('div', {
  role: 'gridcell', class: 'gf-tile', tabindex: -1, 'data-tile': `${kind}.${layer}.${head}`,
  'aria-label': headName(view.texts, {kind, layer, head}), 'aria-selected': 'false',
});

const kindBlock = (view, kind, first) => {
  const {texts} = view, {layers, heads, nothing} = overviewSource(view, kind),
    whole = pictures(shownPacked(view), kind);
  const all = whole.heads, note = say(texts, nothing && lensKnown(view) ? 'heads.nothing' : `kind.${kind}.note`);
  const range = n => Array.from({length: n}, (_, i) => i);
  const column = text => make('span', {role: 'columnheader', class: 'gf-mark'}, text);
  const header = make('div', {role: 'row', class: first ? 'gf-row' : 'gf-row gf-unseen'},
    column(''), ...range(heads).map(head => column(heads < all ? '' : say(texts, 'heads.column', {head: head + 1}))));
  const rows = range(layers).map(layer => make('div', {role: 'row', class: 'gf-row'},
    make('span', {role: 'rowheader', class: 'gf-mark'},
      layers < whole.layers ? '' : say(texts, 'heads.row', {layer: layer + 1})),
    ...range(heads).map(head => tileOf(view, kind, layer, head))));
  const grid = make('div', {role: 'grid', class: 'gf-grid', 'aria-label': say(texts, `kind.${kind}`)},
    make('canvas', {class: 'gf-pictures', 'aria-hidden': 'true', 'data-pictures': kind}), header, ...rows);
  grid.style.setProperty('--heads', heads);
  grid.style.setProperty('--above', first ? `calc(${HEADER}px + var(--gap))` : '0px');
  return make('div', {class: 'gf-kind', 'data-hue': kind},
    make('div', {class: 'gf-kind-name'}, say(texts, `kind.${kind}.short`),
      make('small', {}, note)), grid);
};

/** Whether the lens chosen has arrived: before that nothing is said of what it leaves out. */
const lensKnown = view => view.choice.lens !== 'weights' && shownLenses(view).every(data => data?.kinds);

/** How the small pictures are read. */
const overviewWords = view => {
  const {texts, variant, choice: {lens, side}} = view, name = say(texts, `lens.${lens}`), plain = lens === 'weights';
  if (variant && side === 'difference') return say(texts, plain ? 'heads.difference' : 'heads.difference.lens',
    {lens: name});
  return say(texts, plain ? 'heads.reading' : 'heads.lens', {lens: name});
};

/** All kinds, or the one of the chosen head in larger pictures. */
const kindsControl = view => {
  const {texts, choice: {kinds = 'all'}} = view;
  const option = name => make('button', {type: 'button', role: 'radio', 'data-kinds': name,
    'aria-checked': String(kinds === name),
    tabindex: kinds === name ? 0 : -1}, say(texts, `heads.${name}`));
  return make('div', {class: 'gf-segments gf-kinds-control', role: 'radiogroup',
    'aria-label': say(texts, 'heads.kinds')}, option('all'), option('one'));
};

const drawOverview = view => {
  const host = view.part('kinds');
  host.replaceChildren(kindsControl(view), ...kindsShown(view).map((kind, i) => kindBlock(view, kind, i === 0)));
  view.root.querySelector('.gf-heads [data-text="heads.reading"]').textContent = overviewWords(view);
  sizeTiles(view);
  paintPictures(view);
  markOverview(view);
};

/** Tiles as large as the column and a fair height allow: all heads of a layer in one row. */
const sizeTiles = view => {
  const host = view.part('kinds'), {layers, heads} = pictures(shownPacked(view), view.choice.kind),
    shown = kindsShown(view).length;
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
    items.push({do: 'tile', x: left + x, y: top + y, size, image, smooth,
      part: [head * keys, layer * queries, keys, queries]});
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
  const {kind} = view.choice, host = view.part('kinds'), layer = layersFused(view) ? 0 : view.choice.layer;
  const current = `${kind}.${layer}.${headsFused(view) ? 0 : view.choice.head}`, gate = typeof gateOf === 'function'
    ? gateOf : () => null;
  const together = view.choice.combine !== 'one';
  for (const node of host.querySelectorAll('[data-tile]')) {
    const name = node.dataset.tile, on = name === current, at = headOfName(name);
    const chosen = together && isChosenHead(view, name), state = gate(view, at.kind, at.layer, at.head) ?? '';
    const marks = `${on}|${chosen}|${state}`;
    if (node.gfMarks === marks) continue; // nearly all: only what changed is told again
    node.gfMarks = marks;
    node.setAttribute('aria-selected', on);
    node.tabIndex = on ? 0 : -1;
    node.dataset.chosen = String(chosen && !on);
    if (state || node.dataset.gate) node.dataset.gate = state;
    node.setAttribute('aria-label', [headName(view.texts, at),
      ...(state ? [say(view.texts, `heads.gate.${state}`)] : []), ...(chosen ? [say(view.texts, 'heads.beside')] : [])].join(', '));
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
    const source = overviewSource(view, kind), high = source.layers * (size + gap) - gap,
      wide = source.heads * (size + gap) - gap;
    items.push({do: 'text', x: 0, y: top + 8, text: say(texts, `kind.${kind}`), size: 14, weight: 600, family,
      fill: cssColour(colours.hueTexts[kind])});
    const from = top + 38;
    for (let head = 0; head < source.heads; head++) if (source.heads === pictures(shownPacked(view), kind).heads)
      items.push({do: 'text', ...small, x: MARGIN + gap + head * (size + gap) + size / 2, y: from - 10,
        anchor: 'middle', text: say(texts, 'heads.column', {head: head + 1})});
    const whole = pictures(shownPacked(view), kind).layers === source.layers;
    for (let layer = 0; whole && layer < source.layers; layer++)
      items.push({do: 'text', ...small, x: 0, y: from + layer * (size + gap) + size / 2,
        text: say(texts, 'heads.row', {layer: layer + 1})});
    items.push(...pictureItems(view, source, tiledPictures(source), MARGIN + gap, from));
    for (const {layer, head, state} of markedTiles(view, kind, source)) {
      const {x, y} = tilePlace(view.tile, layer, head), at = {x: MARGIN + gap + x, y: from + y};
      if (state === 'current') items.push({do: 'rect', x: at.x - 2, y: at.y - 2, width: size + 4, height: size + 4,
        stroke: cssColour(colours.ink), line: 2});
      else if (state === 'chosen') items.push({do: 'rect', x: at.x - 1.5, y: at.y - 1.5, width: size + 3,
        height: size + 3, stroke: cssColour(colours.hueTexts[kind]), line: 1.5});
      else items.push({do: 'text', x: at.x + size / 2, y: at.y + size / 2, text: state === 'off' ? '×' : '=',
        anchor: 'middle', size: 18, family, weight: 700, fill: cssColour(colours.ink)});
    }
    top = from + high + 28;
    width = Math.max(width, MARGIN + gap + wide + 4);
  }
  return {width, height: top - 20, items};
};

const markedTiles = (view, kind, {layers, heads}) => {
  const found = [], gate = typeof gateOf === 'function' ? gateOf : () => null, {choice} = view;
  for (let layer = 0; layer < layers; layer++) for (let head = 0; head < heads; head++) {
    if (choice.kind === kind && (choice.layer === layer || layers === 1)
      && (choice.head === head || heads === 1)) found.push({layer, head, state: 'current'});
    else if (choice.combine !== 'one' && isChosenHead(view, `${kind}.${layer}.${head}`)) found.push({layer, head,
      state: 'chosen'});
    const state = gate(view, kind, layer, head);
    if (state) found.push({layer, head, state});
  }
  return found;
};
