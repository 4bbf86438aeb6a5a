// Two translations side by side: another sentence, another checkpoint or another hypothesis, or what the lab and the
// search tree made. Their outputs aligned token by token, and for each head how far its weights are from one another.

/** What is asked for beside the translation shown; null where nothing differs from it. */
const compareRequest = ({packed}, {text, checkpoint, rank}) => {
  const other = {text: text.trim() && text !== packed.source ? text : null,
    checkpoint: checkpoint && checkpoint !== packed.checkpoint ? checkpoint : null};
  const same = other.text === null && other.checkpoint === null && rank === packed.chosen;
  return same ? null : wholeChange({...other, rank});
};

/**
 * Columns of two aligned outputs: [base index, variant index], -1 where there is none. Tokens between two pairs stand
 * over one another without being counterparts: {base, variant, pair: false}.
 */
const compareColumns = ({forward, back}) => {
  const columns = [], flush = (i, iEnd, j, jEnd) => {
    for (let n = 0; n < Math.max(iEnd - i, jEnd - j); n++)
      columns.push({base: i + n < iEnd ? i + n : -1, variant: j + n < jEnd ? j + n : -1, pair: false});
  };
  let i = 0, j = 0;
  forward.forEach((there, here) => {
    if (there < 0) return;
    flush(i, here, j, there);
    columns.push({base: here, variant: there, pair: true});
    [i, j] = [here + 1, there + 1];
  });
  flush(i, forward.length, j, back.length);
  return columns;
};

const alignedPairs = ({forward}) => Array.from(forward, (there, here) => [here, there]).filter(([, there]) => there >= 0);

/** Which rows and columns of a kind's attention correspond, and which cells of them both models may fill. */
const comparedCells = (base, variant, kind, rows) => {
  const tokens = packed => [queryTokens(packed, kind, rows), keyTokens(packed, kind)];
  const [[queries, keys], [otherQueries, otherKeys]] = [tokens(base), tokens(variant)];
  const byQuery = alignedPairs(alignTokens(queries, otherQueries)), byKey = alignedPairs(alignTokens(keys, otherKeys)), cells = [];
  for (const [q, p] of byQuery) for (const [k, l] of byKey)
    if (kind !== 'decoder' || (k <= q && l <= p)) cells.push([q * keys.length + k, p * otherKeys.length + l]);
  const missing = (all, pairs, end) => all.filter((_, i) => !pairs.some(pair => pair[end] === i));
  return {
    cells, byQuery, byKey, queries, keys,
    left: {queries: missing(queries, byQuery, 0), keys: missing(keys, byKey, 0),
      otherQueries: missing(otherQueries, byQuery, 1), otherKeys: missing(otherKeys, byKey, 1)},
  };
};

/**
 * Mean absolute difference of the weights of each head over the cells that correspond: [layers][heads] of the larger
 * model; NaN where one of the two has no such head, or no cell corresponds.
 */
const headDifferences = (base, variant, kind, cells) => {
  const [layers, heads] = base.kinds[kind].shape, [otherLayers, otherHeads] = variant.kinds[kind].shape;
  return Array.from({length: Math.max(layers, otherLayers)}, (_, layer) => Array.from({length: Math.max(heads, otherHeads)}, (_, head) => {
    if (layer >= Math.min(layers, otherLayers) || head >= Math.min(heads, otherHeads) || !cells.length) return NaN;
    const one = quantisedHead(base, {kind, layer, head}), two = quantisedHead(variant, {kind, layer, head});
    return cells.reduce((sum, [a, b]) => sum + Math.abs(one[a] - two[b]), 0) / cells.length / 255;
  }));
};

const buildCompare = (view, host) => {
  const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-compare': name, ...attributes}, ...children);
  const id = `${view.root.id || 'gf'}-compare`;
  const compare = view.compare = {host, packed: null, running: false, problem: '', drawn: ''};
  host.append(
    part('form', 'form', {class: 'gf-compare-form'},
      make('div', {class: 'gf-compare-text'}, part('text-label', 'label', {for: id}), part('text', 'input', {type: 'text', id, dir: 'auto', maxlength: 20000, autocomplete: 'off', spellcheck: 'false'})),
      make('label', {class: 'gf-pick'}, part('checkpoint-label', 'span'), ' ', part('checkpoint', 'select')),
      make('label', {class: 'gf-pick'}, part('rank-label', 'span'), ' ', part('rank', 'select')),
      part('run', 'button', {type: 'submit', class: 'gf-lab-button'})),
    part('note', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
    part('hint', 'p', {class: 'gf-hint', role: 'status'}),
    part('body', 'div', {class: 'gf-compare-body', hidden: ''},
      part('outputs-title', 'h4', {class: 'gf-heading'}),
      make('div', {class: 'gf-compare-outputs'}, make('div', {class: 'gf-compare-names', 'aria-hidden': 'true'}, part('base-name', 'span'), part('gap-name', 'span'), part('variant-name', 'span')), part('outputs', 'ol', {})),
      part('outputs-note', 'p', {class: 'gf-hint'}),
      make('div', {class: 'gf-compare-columns'},
        make('div', {}, part('heads-title', 'h4', {class: 'gf-heading'}), part('heads', 'div', {class: 'gf-compare-grid', role: 'grid'}), part('heads-legend', 'p', {class: 'gf-legend'})),
        make('div', {}, part('cells-title', 'h4', {class: 'gf-heading'}), part('cells', 'ul', {class: 'gf-compare-cells'})))));
  wireCompare(view, compare);
};

const comparePart = (compare, name) => compare.host.querySelector(`[data-compare="${name}"]`);

const checkpointNames = view => {
  try {
    const names = JSON.parse(view.props.checkpoints || '[]');
    return Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
  } catch { return []; }
};

/** The form: what is shown stands in it until somebody writes another sentence or chooses another model. */
const drawCompareForm = (view, compare) => {
  const {texts, packed, props} = view, part = name => comparePart(compare, name), frame = [packed.id, view.reads, props.checkpoints].join('|');
  if (compare.form === frame) return;
  compare.form = frame;
  for (const name of ['text', 'checkpoint', 'rank']) part(`${name}-label`).textContent = say(texts, `compare.${name}`);
  const box = part('text'), before = compare.packed;
  if (!before || box.value === before.source || !box.value.trim()) box.value = packed.source;
  const names = [...new Set([packed.checkpoint, ...checkpointNames(view)])].filter(Boolean), picker = part('checkpoint'), chosen = picker.value;
  picker.replaceChildren(...names.map(name => make('option', {value: name}, name.slice(0, 80))));
  picker.value = names.includes(chosen) && before?.checkpoint === packed.checkpoint ? chosen : packed.checkpoint;
  part('rank').replaceChildren(...packed.hypotheses.map(({text}, rank) => make('option', {value: rank}, `${rank + 1} · ${Array.from(text.replace(INVISIBLE, visible)).slice(0, 48).join('')}`)));
  part('rank').value = packed.chosen;
  part('checkpoint').parentNode.hidden = names.length < 2;
  part('rank').parentNode.hidden = packed.hypotheses.length < 2;
  compare.packed = packed;
};

/** A hypothesis of one search is none of another's: the choice belongs to the sentence and the model that are shown. */
const markCompareForm = (view, compare) => {
  const part = name => comparePart(compare, name), {packed, texts} = view;
  const other = part('text').value !== packed.source || (part('checkpoint').value && part('checkpoint').value !== packed.checkpoint);
  part('rank').disabled = Boolean(other);
  part('run').textContent = say(texts, compare.running ? 'compare.running' : 'compare.run');
  part('run').disabled = compare.running;
  part('note').textContent = compare.problem;
  part('note').hidden = !compare.problem;
  part('hint').textContent = view.variant ? '' : say(texts, 'compare.hint');
  compare.host.toggleAttribute('data-waiting', compare.running);
};

const runCompare = async (view, compare) => {
  const part = name => comparePart(compare, name), text = part('text').value, checkpoint = part('checkpoint').value;
  const own = !part('rank').disabled && part('rank').value !== '', rank = own ? +part('rank').value : 0;
  const request = compareRequest(view, {text, checkpoint, rank: part('rank').disabled ? 0 : own ? rank : view.packed.chosen});
  compare.problem = request ? '' : say(view.texts, 'compare.nothing');
  if (!request || compare.running) { markCompareForm(view, compare); return; }
  compare.running = true;
  markCompareForm(view, compare);
  const reply = await ask(view, 'variant', request);
  compare.running = false;
  if (typeof reply?.payload !== 'string') compare.problem = reply?.problem ?? say(view.texts, 'compare.no_answer');
  else try { showVariant(view, reply.payload, 'both'); } catch (error) {
    console.error(error);
    compare.problem = say(view.texts, 'payload.broken');
  }
  markCompareForm(view, compare);
};

const compareItem = (view, {base, variant, pair}) => {
  const {texts, packed} = view, other = view.variant.packed, none = say(texts, 'compare.none');
  const shown = (which, index) => index < 0 ? ['', ''] : [plainToken(which.predicted_tokens[index]), probabilityText(which.probabilities[index])];
  const [token, p] = shown(packed, base), [newToken, newP] = shown(other, variant);
  const by = pair ? logOf(other.probabilities[variant]) - logOf(packed.probabilities[base]) : null;
  const bar = make('i', {class: 'gf-fill'}), track = make('span', {class: 'gf-track gf-diverging', 'data-sign': by < 0 ? 'less' : 'more'}, bar);
  const share = by === null ? 0 : 50 * clamp(Math.abs(by) / DIFFERENCE_FULL, by ? 0.02 : 0, 1);
  bar.style.width = `${share}%`;
  bar.style.left = `${by < 0 ? 50 - share : 50}%`;
  const half = (name, letters, number) => make('span', {class: `gf-compare-half gf-compare-${name}`}, make('span', {class: 'gf-letters'}, letters.slice(0, 200)), make('small', {}, number));
  const told = pair ? say(texts, 'compare.pair', {token, p, other: newP, by: signed(by, 3)})
    : say(texts, 'compare.apart', {token: token || none, other: newToken || none});
  const middle = make('span', {class: 'gf-compare-by'}, track, make('small', {}, pair ? signed(Math.abs(by) < 0.005 ? 0 : by, 2) : ''));
  const button = make('button', {type: 'button', class: 'gf-compare-pair', 'data-base': base, 'data-variant': variant, 'data-pair': pair, title: told, 'aria-label': told},
    half('base', token, p), middle, half('variant', newToken, newP));
  return make('li', {}, button);
};

const drawCompareOutputs = (view, compare) => {
  const {texts, packed, variant} = view, columns = compareColumns(variant.steps), pairs = columns.filter(({pair}) => pair).length;
  const part = name => comparePart(compare, name);
  part('outputs-title').replaceChildren(make('span', {}, say(texts, 'compare.outputs')), make('span', {class: 'gf-hint'}, changeWords(view).join(' ')));
  part('base-name').textContent = say(texts, 'side.base');
  part('gap-name').textContent = say(texts, 'compare.nats');
  part('variant-name').textContent = say(texts, 'side.variant');
  part('outputs').setAttribute('aria-label', say(texts, 'compare.outputs'));
  part('outputs').replaceChildren(...columns.map(column => compareItem(view, column)));
  part('outputs-note').textContent = say(texts, 'compare.outputs.note', {pairs, base: packed.predicted_tokens.length, variant: variant.packed.predicted_tokens.length,
    before: signed(logProbTotal(packed), 3), after: signed(logProbTotal(variant.packed), 3), by: signed(logProbTotal(variant.packed) - logProbTotal(packed), 3)});
};

const compareLeft = tokens => tokens.slice(0, 6).map(token => plainToken(token).slice(0, 24)).join(', ') + (tokens.length > 6 ? ', …' : '');

/** In sentences: which rows and columns were compared, and what could not be. */
const compareSentences = (view, found, long) => {
  const {texts, packed, variant, choice: {kind, rows}} = view, other = variant.packed, axes = axisNames(texts, {kind, rows}), told = [];
  if (long) return [say(texts, 'compare.long')];
  const [, , queries, keys] = packed.kinds[kind].shape, [, , otherQueries, otherKeys] = other.kinds[kind].shape;
  told.push(say(texts, 'compare.rows', {name: axes.query, pairs: found.byQuery.length, base: queries, variant: otherQueries}));
  told.push(say(texts, 'compare.columns', {name: axes.key, pairs: found.byKey.length, base: keys, variant: otherKeys}));
  const {left} = found, list = (key, tokens) => { if (tokens.length) told.push(say(texts, key, {count: tokens.length, tokens: compareLeft(tokens)})); };
  list('compare.left.base.rows', left.queries);
  list('compare.left.variant.rows', left.otherQueries);
  list('compare.left.base.columns', left.keys);
  list('compare.left.variant.columns', left.otherKeys);
  told.push(say(texts, kind === 'decoder' ? 'compare.cells.causal' : 'compare.cells', {count: found.cells.length}));
  const shape = one => one.kinds[kind].shape.slice(0, 2).join(' × ');
  if (shape(packed) !== shape(other)) told.push(say(texts, 'compare.shapes', {base: shape(packed), variant: shape(other)}));
  if (packed.checkpoint !== other.checkpoint) told.push(say(texts, 'compare.models'));
  return told;
};

const drawCompareHeads = (view, compare) => {
  const {texts, packed, variant, colours, choice: {kind, rows}} = view, part = name => comparePart(compare, name), name = say(texts, `kind.${kind}`);
  const long = Boolean(packed.kinds[kind].reduced || variant.packed.kinds[kind].reduced);
  const found = long ? null : comparedCells(packed, variant.packed, kind, rows);
  const values = long ? [] : headDifferences(packed, variant.packed, kind, found.cells), known = values.flat().filter(value => !Number.isNaN(value));
  const most = Math.max(1e-9, ...known), cell = (role, ...children) => make('div', {role}, ...children);
  part('heads-title').replaceChildren(make('span', {}, say(texts, 'compare.heads')), make('span', {class: 'gf-hint'}, name));
  part('cells-title').textContent = say(texts, 'compare.compared');
  part('cells').replaceChildren(...compareSentences(view, found, long).map(words => make('li', {}, words)));
  const grid = part('heads'), width = values[0]?.length ?? 0;
  grid.setAttribute('aria-label', say(texts, 'compare.heads.label', {name}));
  grid.style.setProperty('--heads', width);
  const tile = (value, layer, head) => {
    const share = value / most, known = !Number.isNaN(value), where = headName(texts, {kind, layer, head});
    const node = make('button', {
      type: 'button', class: 'gf-compare-tile', 'data-differs': `${kind}.${layer}.${head}`, 'data-value': known ? value : null, disabled: known ? null : '', tabindex: -1,
      'aria-label': known ? say(texts, 'compare.tile', {name: where, value: value.toFixed(4)}) : say(texts, 'compare.tile.none', {name: where}),
    }, known ? (value === 0 ? '0' : value.toFixed(3)) : '');
    node.title = node.getAttribute('aria-label');
    if (known) {
      const colour = shade(colours.background, colours.hues[kind], most > 1e-8 ? share : 0);
      node.style.background = cssColour(colour);
      node.style.color = cssColour(readableOn(colour, [colours.ink, colours.background]));
    }
    return cell('gridcell', node);
  };
  grid.replaceChildren(
    make('div', {role: 'row', class: 'gf-compare-row'}, cell('columnheader'), ...Array.from({length: width}, (_, head) => cell('columnheader', say(texts, 'heads.column', {head: head + 1})))),
    ...values.map((line, layer) => make('div', {role: 'row', class: 'gf-compare-row'}, cell('rowheader', say(texts, 'heads.row', {layer: layer + 1})), ...line.map((value, head) => tile(value, layer, head)))));
  const ramp = make('i');
  ramp.style.background = `linear-gradient(to right, ${[0, 0.02, 0.1, 0.25, 0.5, 0.75, 1].map(share => `${cssColour(shade(colours.background, colours.hues[kind], share))} ${100 * share}%`).join(', ')})`;
  part('heads-legend').replaceChildren(...known.length ? ['0', ramp, `≈${most.toFixed(3)}`, make('span', {}, say(texts, 'compare.legend'))] : []);
  markCompare(view);
};

/** The head and the step that the views show. */
const markCompare = view => {
  const {compare: {host}, choice} = view, own = nameOfHead(choice), {forward} = view.variant?.steps ?? {};
  const tiles = [...host.querySelectorAll('[data-differs]')], reached = tiles.find(tile => tile.dataset.differs === own && !tile.disabled) ?? tiles.find(tile => !tile.disabled);
  for (const tile of tiles) {
    tile.toggleAttribute('data-current', tile.dataset.differs === own);
    tile.tabIndex = tile === reached ? 0 : -1;
  }
  if (!forward) return;
  const [base, variant] = [stepOn(view, 'base'), stepOn(view, 'variant')];
  for (const pair of host.querySelectorAll('[data-pair]'))
    pair.classList.toggle('gf-now', choice.side === 'variant' ? +pair.dataset.variant === variant : +pair.dataset.base === base);
};

const drawCompare = view => {
  const {compare, variant, choice: {kind, rows}} = view, drawn = [view.packed.id, variant?.packed.id, kind, rows, view.reads, view.paints].join('|');
  drawCompareForm(view, compare);
  markCompareForm(view, compare);
  comparePart(compare, 'body').hidden = !variant;
  if (!variant) { compare.drawn = ''; return; }
  if (compare.drawn !== drawn) {
    compare.drawn = drawn;
    drawCompareOutputs(view, compare);
    drawCompareHeads(view, compare);
  } else markCompare(view);
};

const clickCompare = (view, event) => {
  const tile = event.target.closest('[data-differs]'), pair = event.target.closest('[data-pair]');
  if (tile) view.change({...headOfName(tile.dataset.differs), pin: null, cell: null});
  if (!pair) return;
  const {base, variant} = pair.dataset, alone = view.choice.side === 'variant';
  if (+(alone ? variant : base) >= 0) view.change({step: +(alone ? variant : base), pin: null, cell: null});
  else if (alone) view.change({side: 'base', step: +base, pin: null, cell: null});
  else view.change({side: 'variant', step: +variant, pin: null, cell: null});
};

const keyOfCompare = (view, compare, event) => {
  const tile = event.target.closest('[data-differs]'), by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (!tile || !by) return;
  event.preventDefault();
  const {kind, layer, head} = headOfName(tile.dataset.differs);
  const to = compare.host.querySelector(`[data-differs="${kind}.${layer + by[0]}.${head + by[1]}"]:not(:disabled)`);
  if (!to) return;
  tile.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
};

const wireCompare = (view, compare) => {
  const {host} = compare, form = comparePart(compare, 'form');
  form.addEventListener('submit', event => { event.preventDefault(); runCompare(view, compare); });
  form.addEventListener('input', () => { compare.problem = ''; markCompareForm(view, compare); });
  host.addEventListener('click', event => clickCompare(view, event));
  host.addEventListener('keydown', event => keyOfCompare(view, compare, event));
};

PANELS.push({
  name: 'compare', needsServer: true, build: buildCompare, draw: drawCompare,
  mark: (view, host, before) => {
    const changed = differs(before, view.choice);
    if (changed('kind', 'rows')) drawCompare(view);
    else if (changed('layer', 'head', 'step', 'side')) markCompare(view);
  },
});
