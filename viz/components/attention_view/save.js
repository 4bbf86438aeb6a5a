// What can be taken away: the head as shown (SVG, PNG), its numbers (CSV); all heads come from the server.

const PICTURE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'opacity', 'visibility',
  'font-family', 'font-size', 'font-weight', 'text-anchor'];

const withInlineStyle = (source, copy) => {
  const style = getComputedStyle(source);
  for (const name of PICTURE) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('class');
  [...source.children].forEach((child, i) => withInlineStyle(child, copy.children[i]));
};

/** The cells of the matrix as rectangles, so that the picture stays sharp at any size. */
const cellRects = (view, {left, top, cell}) => {
  const {values, colours, choice: {kind}} = view, columns = keyTokens(view.packed, kind).length;
  return makeSvg('g', {'shape-rendering': 'crispEdges'}, ...Array.from(values, (value, i) => makeSvg('rect', {
    x: left + (i % columns) * cell, y: top + Math.floor(i / columns) * cell, width: cell, height: cell,
    fill: cssColour(shade(colours.background, colours.hues[kind], value)),
  })));
};

/** A standalone SVG of the large head: what is on the page, with a title and the names of the axes. */
const standaloneSvg = view => {
  const {figure, texts, colours, choice: {kind}} = view, head = 56, margin = 16;
  const axes = axisNames(texts, view.choice), small = {y: margin + 44, 'font-size': 12};
  const width = +figure.svg.getAttribute('width') + 2 * margin;
  const height = +figure.svg.getAttribute('height') + 2 * margin + head;
  const copy = figure.svg.cloneNode(true);
  withInlineStyle(figure.svg, copy);
  if (figure.geometry) copy.querySelector('rect').after(cellRects(view, figure.geometry));
  const family = getComputedStyle(view.root).fontFamily;
  const ink = cssColour(colours.ink), hue = cssColour(colours.hues[kind]);
  const text = (words, attributes) => makeSvg('text', {'font-family': family, fill: ink, ...attributes}, words);
  const group = makeSvg('g', {transform: `translate(${margin} ${margin + head})`}, ...copy.childNodes);
  return makeSvg('svg', {xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`},
    makeSvg('title', {}, headName(texts, view.choice)),
    makeSvg('rect', {width, height, fill: cssColour(colours.background)}),
    text(headName(texts, view.choice), {x: margin, y: margin + 16, 'font-size': 16, 'font-weight': 600, fill: hue}),
    ...(figure.axes
      ? [text(axes.query, {x: margin + figure.axes.from, 'text-anchor': 'end', ...small}),
        text(axes.key, {x: margin + figure.axes.to, ...small})]
      : [text(say(texts, 'axis.both', axes), {x: margin, ...small})]),
    group);
};

const download = (blob, name) => {
  const url = URL.createObjectURL(blob), link = make('a', {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

const svgBlob = view =>
  new Blob([new XMLSerializer().serializeToString(standaloneSvg(view))], {type: 'image/svg+xml;charset=utf-8'});

/** The same SVG, three pixels for each of its own. */
const pngBlob = async view => {
  const url = URL.createObjectURL(svgBlob(view)), image = new Image();
  try {
    image.src = url;
    await image.decode();
    const canvas = make('canvas', {width: 3 * image.naturalWidth, height: 3 * image.naturalHeight});
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** The chosen head in long form. Layers, heads and positions count from 1, as on the page. */
const headCsv = view => {
  const {packed, values, exact, choice: {kind, layer, head, rows}} = view;
  const queries = queryTokens(packed, kind, rows), keys = keyTokens(packed, kind);
  const number = value => exact ? value.toPrecision(9) : value.toFixed(3);
  const lines = [`kind,layer,head,query,key,query_token,key_token,${exact ? 'weight' : 'weight_quantised_8_bit'}`];
  queries.forEach((query, q) => keys.forEach((key, k) => {
    const fields = [kind, layer + 1, head + 1, q + 1, k + 1, query, key, number(values[q * keys.length + k])];
    lines.push(fields.map(csvField).join(','));
  }));
  return lines.join('\n') + '\n';
};

const drawSave = view => {
  const entry = (name, needsPicture) => make('button', {
    type: 'button', role: 'menuitem', 'data-save': name, class: 'gf-entry',
    disabled: needsPicture && view.choice.view === 'table' ? '' : null,
  }, make('span', {}, say(view.texts, `save.${name}`)), make('small', {}, say(view.texts, `save.${name}.note`)));
  view.root.querySelector('[data-panel="save"]').replaceChildren(
    entry('svg', true), entry('png', true), entry('head_csv', false), entry('csv', false), entry('npz', false));
};

const save = async (view, name) => {
  const {kind, layer, head} = view.choice, file = `attention-${kind}-layer${layer + 1}-head${head + 1}`;
  if (name === 'svg') download(svgBlob(view), `${file}.svg`);
  else if (name === 'png') download(await pngBlob(view), `${file}.png`);
  else if (name === 'head_csv') download(new Blob([headCsv(view)], {type: 'text/csv;charset=utf-8'}), `${file}.csv`);
  else view.trigger('save_request', {id: view.packed.id, format: name});
};

const wireSave = view => {
  const panel = view.root.querySelector('[data-panel="save"]');
  panel.addEventListener('click', event => {
    const entry = event.target.closest('[data-save]');
    if (!entry || entry.disabled) return;
    closePanels(view);
    save(view, entry.dataset.save);
  });
  panel.addEventListener('keydown', event => {
    const entries = [...panel.querySelectorAll('[data-save]:enabled')];
    const index = movedIndex(event.key, entries.indexOf(document.activeElement), entries.length);
    if (index !== null) { event.preventDefault(); entries[index].focus(); }
  });
};
