// One head as a matrix: a row for each query, a column for each key.

const TALLEST = 590; // pixels: what the panel shows without scrolling

const matrixGeometry = (queries, keys, width, font) => {
  const widest = tokens => Math.max(...tokens.map(token => textWidth(axisToken(token).text.slice(0, 80), font))) + 22;
  const left = Math.min(widest(queries), width < 480 ? 96 : 150) + 10;
  const room = (width - left - 8) / (keys.length + (width < 480 ? 0.8 : 1.6));
  const tall = Math.min(widest(keys), 120);
  const cell = clamp(Math.floor(Math.min(room, (TALLEST - 18 - tall) / queries.length)), 16, 44), upright = cell < 22;
  const top = Math.ceil(upright ? tall + 10 : tall * 0.71 + 18);
  const over = upright ? 4 : Math.max(8, ...keys.map((token, i) =>
    Math.min(widest([token]), 120) * 0.71 - (keys.length - i - 0.5) * cell + 4));
  return {left, top, cell, upright, tall,
    width: Math.ceil(left + keys.length * cell + over), height: top + queries.length * cell + 2};
};

const matrixLabels = (svg, queries, keys, g, font) => {
  const query = queries.map((token, i) =>
    labelNode(token, 'query', i, g.left - 8, g.top + (i + 0.5) * g.cell, g.left - 16, font));
  const key = keys.map((token, i) => {
    const x = g.left + (i + 0.5) * g.cell, y = g.top - 8;
    const node = labelNode(token, 'key', i, x, y, g.tall, font);
    node.setAttribute('transform', `rotate(${g.upright ? -90 : -45} ${x} ${y})`);
    return node;
  });
  svg.append(...query, ...key);
  return {query, key};
};

const matrixFigure = (view, host) => {
  const {packed, choice: {kind, rows}, colours} = view;
  const queries = queryTokens(packed, kind, rows), keys = keyTokens(packed, kind), n = keys.length;
  const font = getComputedStyle(view.root).getPropertyValue('--gf-small-token-font').trim() || '13px monospace';
  const g = matrixGeometry(queries, keys, view.figureWidth, font), wide = n * g.cell, high = queries.length * g.cell;
  const canvas = make('canvas', {class: 'gf-cells', 'aria-hidden': 'true'});
  canvas.style.cssText = `left: ${g.left}px; top: ${g.top}px; width: ${wide}px; height: ${high}px`;
  const svg = makePicture('gf-matrix', g), left = g.left - 0.5, top = g.top - 0.5;
  const frame = makeSvg('rect', {class: 'gf-frame', x: left, y: top, width: wide + 1, height: high + 1});
  const row = makeSvg('rect', {class: 'gf-cross', x: left, width: wide + 1, height: g.cell + 1});
  const column = makeSvg('rect', {class: 'gf-cross', y: top, width: g.cell + 1, height: high + 1});
  const cell = makeSvg('rect', {class: 'gf-cell', width: g.cell, height: g.cell});
  svg.append(frame, row, column, cell);
  const labels = matrixLabels(svg, queries, keys, g, font);
  const middle = index => (index + 0.5) * g.cell;
  const written = g.cell >= 34 ? queries.flatMap((_, q) => keys.map((_, k) => svg.appendChild(makeSvg('text', {
    class: 'gf-in-cell', x: g.left + middle(k), y: g.top + middle(q), dy: '0.34em', 'text-anchor': 'middle',
  })))) : [];
  const sheet = make('div', {class: 'gf-sheet'}, canvas, svg);
  sheet.style.width = `${g.width}px`;
  host.replaceChildren(sheet);

  const draw = () => {
    const {values} = view;
    paint(canvas, Uint8Array.from(values, value => Math.round(value * 255)), queries.length, n, colours.ramps[kind]);
    written.forEach((node, i) => {
      node.textContent = values[i] >= 0.005 ? values[i].toFixed(2) : '';
      node.classList.toggle('gf-over', Math.pow(values[i], LIFT) > 0.62);
    });
  };

  const mark = () => {
    const focus = focusOf(view.choice), at = view.choice.cell;
    const query = at ? at.query : focus?.side === 'query' ? focus.index : null;
    const key = at ? at.key : focus?.side === 'key' ? focus.index : null;
    const show = (node, on) => node.setAttribute('visibility', on ? 'visible' : 'hidden');
    show(row, query !== null); show(column, key !== null); show(cell, query !== null && key !== null);
    row.setAttribute('y', top + query * g.cell);
    column.setAttribute('x', left + key * g.cell);
    cell.setAttribute('x', g.left + key * g.cell);
    cell.setAttribute('y', g.top + query * g.cell);
    labels.query.forEach((node, i) => node.classList.toggle('gf-on', i === query));
    labels.key.forEach((node, i) => node.classList.toggle('gf-on', i === key));
  };

  const cellAt = event => {
    const box = svg.getBoundingClientRect();
    const key = Math.floor((event.clientX - box.left - g.left) / g.cell);
    const query = Math.floor((event.clientY - box.top - g.top) / g.cell);
    return key >= 0 && key < n && query >= 0 && query < queries.length ? {query, key} : null;
  };
  svg.addEventListener('pointermove', event => view.change({cell: cellAt(event)}));
  svg.addEventListener('pointerleave', () => view.change({cell: null}));
  svg.addEventListener('click', event => {
    const at = cellAt(event);
    if (at) view.change({...pinned(view.choice, {side: 'query', index: at.query}), cell: at});
  });
  return {draw, mark, svg, geometry: g, axes: null};
};
