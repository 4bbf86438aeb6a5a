// One head as lines between tokens: queries on the left, keys on the right.

const LEVELS = 24;      // lines of equal strength share one path: 24 paths draw fast, and 24 steps are not seen
const FAINTEST = 0.004; // one quantum of the 8-bit weights

const labelText = (token, width, font) => {
  const {start, text} = axisToken(token);
  return {start, text: shortened(text, width - (start ? textWidth('▁', font) : 0), font)};
};

const labelNode = (token, side, index, x, y, width, font) => {
  const {start, text} = labelText(token, width, font);
  const node = makeSvg('text', {
    class: 'gf-label', x, y, dy: '0.34em', 'text-anchor': side === 'query' ? 'end' : 'start',
    'data-side': side, 'data-index': index,
    'data-width': Math.round(textWidth((start ? '▁' : '') + text, font)),
  });
  if (start) node.append(makeSvg('tspan', {class: 'gf-blank'}, '▁'));
  node.append(makeSvg('tspan', {}, text), makeSvg('title', {}, token));
  return node;
};

/** Pixel geometry of the two columns of tokens. */
const linesGeometry = (queries, keys, width, font) => {
  const most = Math.max(queries.length, keys.length);
  const pitch = most <= 12 ? 32 : most <= 18 ? 28 : 24;
  const height = most * pitch, number = width < 480 ? 46 : 56;
  const widest = tokens => Math.max(...tokens.map(token => textWidth(axisToken(token).text.slice(0, 80), font))) + 20;
  const cap = Math.max(40, (width - 2 * number - Math.max(72, 0.3 * width)) / 2);
  const left = Math.min(widest(queries), cap), right = Math.min(widest(keys), cap);
  const band = Math.min(width - 2 * number - left - right - 24, 520);
  const from = number + left + 10, to = from + band;
  const y = n => index => (index + 0.5) * height / n;
  return {width, height, from, to, left, right, queryY: y(queries.length), keyY: y(keys.length)};
};

const curve = (g, query, key) => {
  const a = g.queryY(query), b = g.keyY(key), bend = (g.to - g.from) * 0.42;
  const start = a.toFixed(1), end = b.toFixed(1);
  return `M${g.from} ${start}C${g.from + bend} ${start} ${g.to - bend} ${end} ${g.to} ${end}`;
};

const levelStyle = level => {
  const weight = level / LEVELS;
  return {width: (0.75 + 3.75 * weight).toFixed(2), opacity: (0.06 + 0.94 * Math.pow(weight, 0.8)).toFixed(3)};
};

const linesFigure = (view, host) => {
  const {packed, choice: {kind, rows}} = view;
  const queries = queryTokens(packed, kind, rows), keys = keyTokens(packed, kind);
  const font = getComputedStyle(view.root).getPropertyValue('--gf-token-font').trim() || '14px monospace';
  const g = linesGeometry(queries, keys, view.figureWidth, font);
  const svg = makePicture('gf-lines', g);
  const all = makeSvg('g', {class: 'gf-all'}), chosen = makeSvg('g', {class: 'gf-one'});
  const levels = Array.from({length: LEVELS + 1}, (_, level) => {
    const {width, opacity} = levelStyle(level);
    return all.appendChild(makeSvg('path', {'stroke-width': width, 'stroke-opacity': opacity}));
  });
  const label = (side, tokens) => tokens.map((token, i) => side === 'query'
    ? labelNode(token, side, i, g.from - 8, g.queryY(i), g.left, font)
    : labelNode(token, side, i, g.to + 8, g.keyY(i), g.right, font));
  const labels = {query: label('query', queries), key: label('key', keys)};
  svg.append(all, chosen, ...labels.query, ...labels.key);
  host.replaceChildren(svg);
  const offset = {
    query: labels.query.map(node => -node.dataset.width - 8),
    key: labels.key.map(node => +node.dataset.width + 8),
  };
  const numbers = {};
  for (const side of ['query', 'key']) numbers[side] = labels[side].map((node, i) => svg.appendChild(makeSvg('text', {
    class: 'gf-value', dy: '0.34em', x: +node.getAttribute('x') + offset[side][i], y: node.getAttribute('y'),
    'text-anchor': node.getAttribute('text-anchor'),
  })));

  const draw = () => {
    const paths = Array.from({length: LEVELS + 1}, () => []);
    const {values} = view, n = keys.length;
    for (let q = 0; q < queries.length; q++) for (let k = 0; k < n; k++) {
      const weight = values[q * n + k];
      if (weight >= 2 * FAINTEST) paths[Math.min(LEVELS, Math.ceil(weight * LEVELS))].push(curve(g, q, k));
    }
    levels.forEach((path, level) => path.setAttribute('d', paths[level].join('')));
  };

  const mark = () => {
    const focus = focusOf(view.choice), {values, exact} = view, n = keys.length;
    svg.classList.toggle('gf-focused', focus !== null);
    const other = focus && (focus.side === 'query' ? 'key' : 'query');
    const weight = i => focus.side === 'query' ? values[focus.index * n + i] : values[i * n + focus.index];
    const strong = [];
    for (const side of ['query', 'key']) labels[side].forEach((node, i) => {
      const far = focus && side === other, w = far ? weight(i) : 0;
      node.classList.toggle('gf-on', Boolean(focus) && side === focus.side && i === focus.index);
      node.classList.toggle('gf-dim', Boolean(focus) && (far ? w < 0.05 : i !== focus.index));
      numbers[side][i].textContent = far && w >= 0.01 ? weightText(w, exact) : '';
      if (far && w >= FAINTEST) strong.push(makeSvg('path', {
        d: side === 'key' ? curve(g, focus.index, i) : curve(g, i, focus.index),
        'stroke-width': (1 + 4 * w).toFixed(2),
        'stroke-opacity': Math.min(1, 0.12 + 0.95 * Math.pow(w, 0.7)).toFixed(3),
      }));
    });
    chosen.replaceChildren(...strong);
  };

  const tokenAt = event => {
    const box = svg.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const side = x < g.from ? 'query' : x > g.to ? 'key' : null;
    if (!side || y < 0 || y >= g.height) return null;
    return {side, index: Math.floor(y / g.height * labels[side].length)};
  };
  svg.addEventListener('pointermove', event => view.change({hover: tokenAt(event)}));
  svg.addEventListener('pointerleave', () => view.change({hover: null}));
  svg.addEventListener('click', event => view.change(pinned(view.choice, tokenAt(event))));
  return {draw, mark, svg, axes: {from: g.from - 8, to: g.to + 8}};
};

const sameToken = (a, b) => Boolean(a && b) && a.side === b.side && a.index === b.index;

/** What a click on a token means: a row of the decoder is a step; anything else is pinned, or let go. */
const pinned = (choice, token) => {
  if (token && token.side === 'query' && choice.kind !== 'encoder') return {step: token.index, pin: null};
  return {pin: sameToken(token, choice.pin) ? null : token};
};
