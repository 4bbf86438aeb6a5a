// One head and one query up close: the vectors q and k as strips of colour, their products element by element, the way
// from the dot product to the weight (Eq. 1), every key, and what 1/sqrt(d_k) does to all scores of the head.

const CLOSE_UP_WAIT = 90;  // milliseconds: who walks quickly asks once
const CLOSE_UP_KEPT = 200; // answers kept for one translation

/** The query that stands out: of the cell, else of the pinned token that looks, else the step's; its key, if any. */
const closeUpPlace = view => {
  const {choice: {kind, cell, pin, ...choice}, sheets} = view, pinned = cell ?? pin;
  const sheet = sheets[pinned?.sheet ?? 0] ?? sheets[0], side = sheet.side === 'variant' ? 'variant' : 'base';
  const packed = side === 'variant' ? view.variant.packed : view.packed, [layers, heads, queries] = packed.kinds[kind].shape;
  const row = cell ? cell.query : pin?.side === 'query' ? pin.index : -1;
  const column = cell ? cell.key : pin?.side === 'key' ? pin.index : -1;
  const alone = kind === 'encoder' ? view.closeUp.query : stepOn(view, side);
  return {
    packed, side, sheet, kind, layer: Math.min(choice.layer, layers - 1), head: Math.min(choice.head, heads - 1),
    query: clamp(sheet.rows[row]?.[0] ?? alone, 0, queries - 1), key: sheet.columns[column]?.[0] ?? null,
  };
};

const closeUpName = ({packed, kind, layer, head, query}) => `${packed.id}|${kind}.${layer}.${head}.${query}`;

/** A number with so many decimals, but no more than the six significant digits that were sent. */
const closeUpNumber = (value, decimals = 4) => {
  if (value === null) return '–';
  const whole = Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1);
  return value.toFixed(clamp(6 - whole, 0, decimals)).replace('-', '−');
};

const closeUpToken = token => plainToken(token).slice(0, 200);

/** What softmax makes of one key: its share of the sum, both over e to the largest score, which cancels. */
const closeUpShare = ({mask}, scores, key) => {
  const most = Math.max(...scores.filter((_, i) => mask[i])), power = i => mask[i] ? Math.exp(scores[i] - most) : 0;
  return {power: power(key), sum: scores.reduce((sum, _, i) => sum + power(i), 0), keys: mask.filter(Boolean).length};
};

/** What this model passes to softmax. */
const closeUpScores = reply => reply.model_scales === false ? reply.dot : reply.scaled;

const closeUpLargest = reply => reply.weights.reduce((best, weight, i) => weight > reply.weights[best] ? i : best, 0);

const closeUpMost = numbers => numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);

/** A vector as one pixel a number, on a diverging scale of -most to most. */
const closeUpStrip = (view, canvas, vector, most) => {
  canvas.width = vector.length;
  canvas.height = 1;
  const context = canvas.getContext('2d'), image = context.createImageData(vector.length, 1);
  const pixels = new Uint32Array(image.data.buffer);
  vector.forEach((value, i) => { pixels[i] = packedColour(signedColour(view.colours, view.choice.kind, value / most)); });
  context.putImageData(image, 0, 0);
};

const MATH = 'http://www.w3.org/1998/Math/MathML';
const makeMath = (name, ...children) => {
  const node = document.createElementNS(MATH, name);
  node.append(...children);
  return node;
};

/** Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V. */
const closeUpFormula = label => {
  const letter = text => makeMath('mi', text), mark = text => makeMath('mo', text);
  const word = text => makeMath('mtext', text);
  const formula = makeMath('math', makeMath('mrow', word('Attention'),
    makeMath('mrow', mark('('), letter('Q'), mark(','), letter('K'), mark(','), letter('V'), mark(')')), mark('='), word('softmax'),
    makeMath('mrow', mark('('), makeMath('mfrac',
      makeMath('mrow', letter('Q'), makeMath('msup', letter('K'), letter('T'))),
      makeMath('msqrt', makeMath('msub', letter('d'), letter('k')))), mark(')')), letter('V')));
  formula.setAttribute('aria-label', label);
  return formula;
};

const buildCloseUp = (view, host) => {
  const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-close': name, ...attributes}, ...children);
  const strip = name => part(name, 'canvas', {class: 'gf-close-strip', role: 'img'});
  const close = view.closeUp = {host, query: 0, keys: new Map(), kept: new Map(), wanted: '', reply: null, place: null, drawn: '', timer: 0, at: -1};
  host.append(
    make('div', {class: 'gf-close-bar'}, make('label', {class: 'gf-pick'}, part('query-name', 'span'), ' ', part('query', 'select')),
      part('place', 'span', {class: 'gf-hint'})),
    part('note', 'p', {class: 'gf-problem', role: 'status', hidden: ''}),
    part('body', 'div', {class: 'gf-close-body', hidden: ''},
      make('div', {class: 'gf-close-columns'},
        make('div', {class: 'gf-close-main'},
          part('title', 'h4', {class: 'gf-heading'}),
          make('div', {class: 'gf-close-plot'},
            make('div', {class: 'gf-close-names', 'aria-hidden': 'true'}, make('span', {}, 'q'), make('span', {}, 'k'), part('ends', 'span', {class: 'gf-close-ends'})),
            part('field', 'div', {class: 'gf-close-field', tabindex: 0, role: 'slider'}, strip('q'), strip('k'),
              makeSvg('svg', {'data-close': 'products', class: 'gf-close-products', preserveAspectRatio: 'none', 'aria-hidden': 'true'}),
              part('cursor', 'i', {class: 'gf-close-cursor', hidden: ''}))),
          make('div', {class: 'gf-close-foot'}, part('readout', 'p', {class: 'gf-hint'}), part('scale', 'span', {class: 'gf-legend', 'aria-hidden': 'true'})),
          part('chain', 'ol', {class: 'gf-close-chain'}),
          make('div', {class: 'gf-close-formula'}, part('formula', 'div'), part('formula-note', 'p', {class: 'gf-hint'}))),
        make('div', {class: 'gf-close-side'}, part('keys-title', 'h4', {class: 'gf-heading'}),
          part('scroll', 'div', {class: 'gf-close-scroll'}, part('keys', 'table', {class: 'gf-close-keys', role: 'grid'})))),
      make('div', {class: 'gf-close-columns gf-close-below'},
        make('div', {class: 'gf-close-main'}, part('histogram-title', 'h4', {class: 'gf-heading'}), part('histogram', 'div')),
        make('div', {class: 'gf-close-side'}, part('numbers', 'table', {class: 'gf-close-numbers'}), part('said', 'p', {class: 'gf-hint'})))));
  wireCloseUp(view, close);
};

const closePart = (close, name) => close.host.querySelector(`[data-close="${name}"]`);

/** The key whose products are shown: the one chosen for this translation and kind, else the one looked at most. */
const closeUpKey = (close, reply) => {
  const {packed, kind} = close.place, key = close.keys.get(`${packed.id}|${kind}`);
  return key !== undefined && key < reply.weights.length ? key : closeUpLargest(reply);
};

const drawCloseUpKeys = (view, close) => {
  const {texts} = view, {reply, place: {packed, kind}} = close, tokens = keyTokens(packed, kind);
  const most = closeUpMost([reply.query, ...reply.keys].map(closeUpMost)), heading = name => make('th', {scope: 'col'}, say(texts, `close_up.${name}`));
  closePart(close, 'keys').replaceChildren(
    make('thead', {}, make('tr', {}, heading('key'), make('th', {scope: 'col', class: 'gf-close-vector'}, 'k'), make('th', {scope: 'col'}, 'q·k'),
      make('th', {scope: 'col'}, reply.model_scales === false ? heading('scaled.unused').textContent : `÷ √${reply.d_k}`), heading('weight'))),
    make('tbody', {}, ...reply.keys.map((vector, i) => {
      const canvas = make('canvas', {class: 'gf-close-strip', 'aria-hidden': 'true'}), fill = make('i', {class: 'gf-fill'});
      closeUpStrip(view, canvas, vector, most);
      fill.style.width = `${100 * reply.weights[i]}%`;
      const number = value => make('td', {class: 'gf-number'}, closeUpNumber(value));
      return make('tr', {'data-key': i, tabindex: -1, 'aria-selected': 'false', 'data-masked': reply.mask[i] ? null : ''},
        make('th', {scope: 'row', class: 'gf-letters', title: tokens[i].length > 16 ? tokens[i].slice(0, 400) : null}, closeUpToken(tokens[i])),
        make('td', {class: 'gf-close-vector'}, canvas), number(reply.dot[i]), number(reply.scaled[i]),
        make('td', {class: 'gf-number'}, reply.mask[i] ? closeUpNumber(reply.weights[i]) : say(texts, 'close_up.masked'),
          make('span', {class: 'gf-track'}, fill)));
    })));
};

/** Both vectors and their products for the chosen key, and the chain of numbers from the product to the weight. */
const drawCloseUpPair = (view, close) => {
  const {texts} = view, {reply, place: {packed, kind, query}} = close, key = closeUpKey(close, reply), tokens = keyTokens(packed, kind);
  const products = reply.query.map((value, i) => value * reply.keys[key][i]), size = reply.d_k;
  const all = reply.keys.flatMap((vector, k) => reply.mask[k] || k === key ? vector.map((value, i) => value * reply.query[i]) : []);
  const highest = all.reduce((most, value) => Math.max(most, value), 1e-9), lowest = all.reduce((least, value) => Math.min(least, value), 0);
  const most = closeUpMost([reply.query, ...reply.keys].map(closeUpMost)), name = closeUpToken(tokens[key]);
  Object.assign(close, {key, products});
  for (const [part, vector] of [['q', reply.query], ['k', reply.keys[key]]]) {
    closeUpStrip(view, closePart(close, part), vector, most);
    closePart(close, part).setAttribute('aria-label', say(texts, `close_up.strip.${part}`,
      {size, token: part === 'q' ? closeUpToken(queryTokens(packed, kind, view.choice.rows)[query]) : name}));
  }
  const svg = closePart(close, 'products');
  svg.setAttribute('viewBox', `0 ${-highest} ${size} ${highest - lowest}`);
  svg.replaceChildren(makeSvg('line', {x1: 0, x2: size, y1: 0, y2: 0}), ...products.map((value, i) => makeSvg('rect', {
    x: i + 0.14, width: 0.72, y: -Math.max(0, value), height: Math.abs(value), 'data-sign': value < 0 ? 'less' : 'more', 'data-value': value})));
  closePart(close, 'ends').replaceChildren(make('span', {}, closeUpNumber(highest, 2)), make('span', {}, 'q×k'), make('span', {}, closeUpNumber(lowest, 2)));
  const stops = Array.from({length: 21}, (_, i) => cssColour(signedColour(view.colours, kind, i / 10 - 1))), ramp = make('i');
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  closePart(close, 'scale').replaceChildren(closeUpNumber(-most, 2), ramp, closeUpNumber(most, 2), make('span', {}, 'q, k'));
  closePart(close, 'title').replaceChildren(make('span', {}, say(texts, 'close_up.products')), make('span', {class: 'gf-hint'}, say(texts, 'close_up.products.key', {token: name})));
  drawCloseUpChain(view, close);
  markCloseUpAt(view, close, Math.min(close.at, size - 1));
  for (const row of closePart(close, 'keys').querySelectorAll('[data-key]')) {
    const own = +row.dataset.key === key;
    row.setAttribute('aria-selected', String(own));
    row.tabIndex = own ? 0 : -1;
    if (own) keepRowInSight(closePart(close, 'scroll'), row);
  }
};

/** Scroll a table, not the page, until a row of it can be seen below the headings. */
const keepRowInSight = (scroll, row) => {
  const above = row.closest('table').tHead.offsetHeight, {offsetTop: top, offsetHeight: height} = row;
  if (top < scroll.scrollTop + above) scroll.scrollTop = top - above;
  else if (top + height > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + height - scroll.clientHeight;
};

const drawCloseUpChain = (view, close) => {
  const {texts} = view, {reply, key} = close, seen = reply.mask[key], scaling = reply.model_scales !== false;
  const scores = closeUpScores(reply), {power, sum, keys} = closeUpShare(reply, scores, key);
  const link = (name, label, number, title = null) => make('li', {'data-link': name, title}, make('span', {class: 'gf-hint'}, label), make('b', {}, number));
  closePart(close, 'chain').replaceChildren(
    link('dot', 'q·k', closeUpNumber(reply.dot[key])),
    ...scaling ? [link('scaled', say(texts, 'close_up.divided', {d_k: reply.d_k}), closeUpNumber(reply.scaled[key]))] : [],
    link('softmax', say(texts, 'close_up.softmax', {count: keys}), seen ? `${power.toFixed(4)} ÷ ${sum.toFixed(4)}` : say(texts, 'close_up.masked'), say(texts, 'close_up.softmax.hint')),
    link('weight', say(texts, 'close_up.weight'), closeUpNumber(reply.weights[key])));
  closePart(close, 'formula-note').textContent = say(texts, scaling ? 'close_up.formula' : 'close_up.formula.unscaled', {d_k: reply.d_k, root: Math.sqrt(reply.d_k).toFixed(3)});
};

/** One dimension pointed at: its three numbers; -1 for none. */
const markCloseUpAt = (view, close, at) => {
  const {texts} = view, {reply, products, key} = close, field = closePart(close, 'field'), cursor = closePart(close, 'cursor');
  close.at = at;
  cursor.hidden = at < 0;
  cursor.style.left = `${100 * (at + 0.5) / reply.d_k}%`;
  const values = at < 0 ? {size: reply.d_k, dot: closeUpNumber(reply.dot[key])} : {
    index: at + 1, q: closeUpNumber(reply.query[at]), k: closeUpNumber(reply.keys[key][at]), product: closeUpNumber(products[at])};
  const words = say(texts, at < 0 ? 'close_up.sum' : 'close_up.element', values);
  closePart(close, 'readout').textContent = words;
  for (const [name, value] of Object.entries({'aria-label': say(texts, 'close_up.field'), 'aria-valuemin': 0, 'aria-valuemax': reply.d_k,
    'aria-valuenow': at + 1, 'aria-valuetext': words})) field.setAttribute(name, value);
};

/** Counts as the outline of a staircase, in pixels. */
const closeUpOutline = (counts, x, y) => `M${x(0)} ${y(0)}${counts.map((count, i) => `V${y(count)}H${x(i + 1)}`).join('')}V${y(0)}`;

const drawCloseUpHistogram = (view, close) => {
  const {texts} = view, {histogram: {edges, raw, scaled}} = close.reply, host = closePart(close, 'histogram');
  const width = clamp(host.clientWidth || 480, 240, 680), height = 196, left = 44, bottom = 40, top = 12, right = 8;
  const most = Math.max(1, ...raw, ...scaled), [low, high] = [edges[0], edges[edges.length - 1]], span = high - low || 1;
  const at = value => left + (value - low) / span * (width - left - right), x = i => at(edges[i]).toFixed(1);
  const y = count => (height - bottom - count / most * (height - bottom - top)).toFixed(1), floor = y(0);
  const text = (words, attributes) => makeSvg('text', attributes, words), svg = makePicture('gf-close-histogram', {width, height});
  const step = niceStep(span / Math.max(3, Math.floor(width / 80))), ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) ticks.push(value);
  const short = value => closeUpNumber(Math.abs(value) < step / 2 ? 0 : value, clamp(-Math.floor(Math.log10(step)), 0, 4));
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', say(texts, 'close_up.histogram.label', {low: short(low), high: short(high)}));
  svg.append(
    makeSvg('path', {class: 'gf-close-axis', d: `M${left} ${top}V${floor}H${width - right}`}),
    ...ticks.flatMap(value => [makeSvg('path', {class: 'gf-close-axis', d: `M${at(value)} ${floor}v4`}),
      text(short(value), {x: at(value), y: +floor + 16, 'text-anchor': 'middle'})]),
    text(String(most), {x: left - 6, y: +y(most) + 4, 'text-anchor': 'end'}), text('0', {x: left - 6, y: +floor + 4, 'text-anchor': 'end'}),
    text(say(texts, 'close_up.axis.score'), {x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle', class: 'gf-close-axis-name'}),
    text(say(texts, 'close_up.axis.count'), {x: 12, y: (top + +floor) / 2, 'text-anchor': 'middle', class: 'gf-close-axis-name', transform: `rotate(-90 12 ${(top + +floor) / 2})`}),
    makeSvg('path', {class: 'gf-close-scaled', 'data-outline': 'scaled', d: closeUpOutline(scaled, x, y)}),
    makeSvg('path', {class: 'gf-close-raw', 'data-outline': 'raw', d: closeUpOutline(raw, x, y)}));
  host.replaceChildren(svg);
};

/** 1, 2 or 5 times a power of ten, at least `value`. */
const niceStep = value => {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(times => times * power).find(step => step >= value * 0.999);
};

const drawCloseUpNumbers = (view, close) => {
  const {texts} = view, {reply} = close, {histogram} = reply, scaling = reply.model_scales !== false;
  const sample = name => make('span', {class: `gf-close-sample gf-close-sample-${name}`});
  const row = (name, digits) => make('tr', {'data-measure': name}, make('th', {scope: 'row'}, say(texts, `close_up.${name}`)),
    ...['raw', 'scaled'].map(which => make('td', {class: 'gf-number'}, closeUpNumber(histogram[`${which}_${name}`], digits))));
  closePart(close, 'histogram-title').replaceChildren(make('span', {}, say(texts, 'close_up.histogram')), make('span', {class: 'gf-hint'}, say(texts, 'close_up.histogram.hint')));
  closePart(close, 'numbers').replaceChildren(
    make('thead', {}, make('tr', {}, make('td'), make('th', {scope: 'col'}, sample('raw'), 'q·k'), make('th', {scope: 'col'}, sample('scaled'), `q·k ÷ √${reply.d_k}`))),
    make('tbody', {}, row('variance', 3), row('entropy', 3), row('largest', 3)));
  closePart(close, 'said').textContent = say(texts, scaling ? 'close_up.said' : 'close_up.said.unscaled', {
    d_k: reply.d_k, root: Math.sqrt(reply.d_k).toFixed(2), raw_variance: closeUpNumber(histogram.raw_variance, 2), scaled_variance: closeUpNumber(histogram.scaled_variance, 2),
    raw_largest: closeUpNumber(histogram.raw_largest, 2), scaled_largest: closeUpNumber(histogram.scaled_largest, 2),
    raw_entropy: closeUpNumber(histogram.raw_entropy, 2), scaled_entropy: closeUpNumber(histogram.scaled_entropy, 2)});
};

/** Show an answer, or the sentence that says why there is none. */
const showCloseUp = (view, close, reply) => {
  const {host, place} = close, there = Boolean(reply?.keys), note = closePart(close, 'note');
  host.removeAttribute('aria-busy');
  closePart(close, 'body').hidden = !there;
  note.hidden = there;
  note.textContent = there ? '' : reply?.problem ?? say(view.texts, 'close_up.no_answer');
  close.reply = there ? reply : null;
  host.dataset.shown = there ? closeUpName(place) : '';
  if (!there) return;
  drawCloseUpKeys(view, close);
  drawCloseUpPair(view, close);
  drawCloseUpHistogram(view, close);
  drawCloseUpNumbers(view, close);
};

const fetchCloseUp = async (view, close, name) => {
  const {packed, kind, layer, head, query} = close.place;
  const reply = await ask(view, 'close_up', {id: packed.id, kind, layer, head, query});
  if (close.wanted !== name) return; // something newer is wanted
  if (reply?.keys) close.kept.set(name, reply);
  for (const old of close.kept.keys()) if (close.kept.size > CLOSE_UP_KEPT) close.kept.delete(old);
  if (!reply) close.wanted = ''; // no answer: ask again with the next change
  showCloseUp(view, close, reply);
};

/** Name the place, and ask for its numbers unless they are there. */
const followCloseUp = view => {
  const {texts, closeUp: close, choice: {rows}} = view, place = closeUpPlace(view), name = closeUpName(place);
  if (place.key !== null) close.keys.set(`${place.packed.id}|${place.kind}`, place.key);
  const tokens = queryTokens(place.packed, place.kind, rows), picker = closePart(close, 'query');
  const frame = [place.packed.id, place.kind, rows, view.reads].join('|');
  if (close.frame !== frame) {
    close.frame = frame;
    closePart(close, 'query-name').textContent = say(texts, place.kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`);
    picker.replaceChildren(...tokens.map((token, i) => make('option', {value: i}, `${i + 1} ${plainToken(token).slice(0, 40)}`)));
  }
  picker.value = place.query;
  closePart(close, 'place').textContent = [headName(texts, place), ...(view.variant ? [say(texts, `side.${place.side}`)] : [])].join(' · ');
  const moved = close.wanted !== name;
  close.place = place;
  if (!moved) {
    if (close.reply && place.key !== null && place.key !== close.key) drawCloseUpPair(view, close);
    return;
  }
  close.wanted = name;
  clearTimeout(close.timer);
  if (close.kept.has(name)) { showCloseUp(view, close, close.kept.get(name)); return; }
  close.host.setAttribute('aria-busy', 'true');
  close.timer = setTimeout(() => fetchCloseUp(view, close, name), CLOSE_UP_WAIT);
};

const drawCloseUp = view => {
  const close = view.closeUp, {texts} = view, drawn = [view.packed.id, view.reads, view.paints, close.host.clientWidth].join('|');
  if (close.packed !== view.packed) Object.assign(close, {packed: view.packed, wanted: '', kept: new Map(), keys: new Map()});
  closePart(close, 'keys-title').textContent = say(texts, 'close_up.keys');
  closePart(close, 'keys').setAttribute('aria-label', say(texts, 'close_up.keys'));
  closePart(close, 'formula').replaceChildren(closeUpFormula(say(texts, 'close_up.formula.label')));
  followCloseUp(view);
  if (close.drawn !== drawn && close.reply && close.host.dataset.shown === close.wanted) showCloseUp(view, close, close.reply);
  close.drawn = drawn;
};

const chooseCloseUpKey = (view, close, key) => {
  const {packed, kind, query} = close.place, pointed = view.choice.cell || view.choice.pin?.side === 'key';
  close.keys.set(`${packed.id}|${kind}`, key);
  if (pointed) chooseCloseUpQuery(view, close, query); // the views point at another key: they let it go, and keep the row
  if (close.reply) drawCloseUpPair(view, close);
};

/** The views follow: in the encoder the token is pinned, elsewhere it is a step. */
const chooseCloseUpQuery = (view, close, query) => {
  const {place: {kind, side, sheet}} = close, row = sheet.rows.findIndex(tokens => tokens.includes(query));
  close.query = query;
  if (kind === 'encoder') view.change({cell: null, pin: row < 0 ? null : {side: 'query', index: row, sheet: view.sheets.indexOf(sheet)}});
  else {
    const other = side === 'variant' && view.choice.side !== 'variant'; // steps are counted in the base's tokens
    view.change({cell: null, pin: null, step: other ? clamp(nearestAligned(view.variant.steps.back, query), 0, view.packed.predicted_tokens.length - 1) : query});
  }
  followCloseUp(view);
};

const wireCloseUp = (view, close) => {
  const field = closePart(close, 'field'), table = closePart(close, 'keys'), row = event => event.target.closest('[data-key]');
  closePart(close, 'query').addEventListener('change', event => chooseCloseUpQuery(view, close, +event.target.value));
  table.addEventListener('click', event => row(event) && chooseCloseUpKey(view, close, +row(event).dataset.key));
  table.addEventListener('keydown', event => {
    const key = row(event) && movedIndex(event.key, +row(event).dataset.key, close.reply.keys.length);
    if (key === null) return;
    event.preventDefault();
    chooseCloseUpKey(view, close, key);
    table.querySelector(`[data-key="${key}"]`).focus();
  });
  const at = event => {
    const box = field.getBoundingClientRect();
    return clamp(Math.floor((event.clientX - box.left) / box.width * close.reply.d_k), 0, close.reply.d_k - 1);
  };
  field.addEventListener('pointermove', event => close.reply && markCloseUpAt(view, close, at(event)));
  field.addEventListener('pointerdown', event => close.reply && markCloseUpAt(view, close, at(event)));
  field.addEventListener('pointerleave', event => close.reply && event.pointerType !== 'touch' && markCloseUpAt(view, close, -1));
  field.addEventListener('keydown', event => {
    const index = close.reply && movedIndex(event.key, Math.max(close.at, -1), close.reply.d_k);
    if (index === null || !close.reply) return;
    event.preventDefault();
    markCloseUpAt(view, close, index);
  });
  field.addEventListener('blur', () => close.reply && markCloseUpAt(view, close, -1));
};

PANELS.push({name: 'close_up', needsServer: true, build: buildCloseUp, draw: drawCloseUp, mark: followCloseUp});
