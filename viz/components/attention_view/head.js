// The large head: its title, what its rows mean, its figure, the steps and the next tokens.

const FIGURES = {lines: linesFigure, matrix: matrixFigure, table: tableFigure};

const fillSelect = (select, texts, keyOf, count, chosen) => {
  const wanted = Array.from({length: count}, (_, i) => keyOf(i));
  if (wanted.join('\n') !== [...select.options].map(option => option.textContent).join('\n'))
    select.replaceChildren(...wanted.map((text, i) => make('option', {value: i}, text)));
  select.value = chosen;
};

const markTitle = view => {
  const {texts, choice: {kind, layer, head}} = view, [layers, heads] = shownPacked(view).kinds[kind].shape;
  const pick = name => view.find(`[data-choice="${name}"]`);
  fillSelect(pick('kind'), texts, i => say(texts, `kind.${KINDS[i]}`), KINDS.length, KINDS.indexOf(kind));
  fillSelect(pick('layer'), texts, i => say(texts, 'head.layer_n', {layer: i + 1}), layers, layer);
  fillSelect(pick('head'), texts, i => say(texts, 'head.head_n', {head: i + 1}), heads, head);
  markGate(view);
  const name = view.sheets[0].title;
  if (view.part('live').textContent !== name) view.part('live').textContent = name;
  view.part('figure').setAttribute('aria-label', say(texts, 'figure.label', {name}));
};

const markGroup = (view, group, value) => {
  for (const button of view.root.querySelectorAll(`[data-group="${group}"] [data-option]`)) {
    const on = button.dataset.option === value;
    button.setAttribute('aria-checked', on);
    button.tabIndex = on ? 0 : -1;
  }
};

/** The step of the row under the pointer, null where there is none; the pointer may rest where a row was. */
const hoveredStep = view => {
  const {hover, kind} = view.facings[0].choice, [sheet] = view.sheets;
  return hover?.side === 'query' && kind !== 'encoder' && sheet.rows[hover.index] ? stepOfRow(sheet, hover.index)
    : null;
};

/** What this kind of attention is; of the row that stands out, what was read there and what it led to. */
const markMeaning = view => {
  const {texts, choice: {kind, rows}} = view, {step} = view.facings[0].choice, packed = shownPacked(view);
  view.part('about').textContent = say(texts, `about.${kind}`);
  const shown = hoveredStep(view) ?? step;
  const short = token => Array.from(plainToken(token)).slice(0, 24).join('');
  const values = {read: short(packed.tgt_tokens[shown]), predicted: short(packed.predicted_tokens[shown])};
  view.part('meaning').replaceChildren(...(kind === 'encoder' ? [] : sayTokens(texts, `rows.meaning.${rows}`, values)));
  markMost(view, short);
};

/** Where the token that stands out puts most of its weight; for a token looked at, who looks at it most. */
const markMost = (view, short) => {
  const {texts, sheets: [sheet], facings: [{choice}]} = view, {values, queries, keys} = sheet;
  const focus = choice.cell ? {side: 'query', index: choice.cell.query} : focusOf(choice, sheet), n = keys.length;
  const query = focus?.side === 'query', others = query ? keys : queries;
  const weights = focus ? others.map((_, i) => query ? values[focus.index * n + i] : values[i * n + focus.index]) : [];
  if (sheet.overlays || !weights.some(weight => weight > 0 || weight < 0)) {
    view.part('most').replaceChildren();
    return;
  }
  const {lens} = choice, sized = sheet.side === 'difference' || (sheet.signed && lens !== 'scores');
  const size = weight => Number.isNaN(weight) ? -Infinity : sized ? Math.abs(weight) : weight;
  const most = weights.reduce((best, weight, i) => size(weight) > size(weights[best]) ? i : best, 0);
  const token = short((query ? queries : keys)[focus.index]), other = short(others[most]);
  const weight = numberText(sheet, weights[most]);
  const how = sheet.side === 'difference' ? '.difference' : lens === 'weights' ? '' : '.lens';
  const told = {token, other, weight, lens: say(texts, `lens.${lens}`)};
  view.part('most').replaceChildren(...sayTokens(texts, `most.${focus.side}${how}`, told));
};

/** What the cell pointed at holds: the number of each head that is drawn there. */
const cellWords = (view, sheet, {query, key}) => {
  const {texts} = view, index = query * sheet.keys.length + key, short = token => plainToken(token).slice(0, 40);
  const number = value => Number.isNaN(value) ? say(texts, 'readout.none') : numberText(sheet, value);
  const weight = !sheet.overlays ? number(sheet.values[index]) : sheet.overlays.map(({layer, head, values}) =>
    `${say(texts, 'options.chip', {layer: layer + 1, head: head + 1})} ${number(values[index])}`).join(', ');
  return say(texts, 'readout.cell', {query: short(sheet.queries[query]), key: short(sheet.keys[key]), weight});
};

/** Whether every row of numbers that is shown sums to 1. */
const rowsAreWhole = (sheets, {lens, combine, mass}) => lens === 'weights' && combine !== 'max' && mass >= 1
  && sheets.every(sheet => sheet.side !== 'difference' && !sheet.off?.length);

const LEAST_LINE = 0.008; // of the scale: fainter lines are not drawn

const markReadout = view => {
  const {texts, sheets, choice} = view, {view: name, lens} = choice, exact = sheets.every(sheet => sheet.exact);
  const told = name === 'matrix' ? sheets.flatMap((sheet, i) => {
    const {cell} = view.facings[i].choice;
    return cell ? [cellWords(view, sheet, cell)] : [];
  }) : [];
  const [{low, high}] = sheets, most = Math.max(Math.abs(low), Math.abs(high));
  const least = `${Number((LEAST_LINE * most).toPrecision(2))}`;
  const key = name === 'table' && !rowsAreWhole(sheets, choice) ? 'readout.table.other' : `readout.${name}`;
  const text = told.length ? told.join(' · ') : say(texts, key, {least});
  const note = lens === 'weights' ? ` ${say(texts, exact ? 'readout.exact' : 'readout.about')}` : '';
  view.part('readout').textContent = text + note;
};

/** What the numbers of the scale are, with their unit. */
const legendUnit = ({texts, choice: {lens}}, {side}) => {
  const unit = lens === 'weights' ? say(texts, 'legend.weight') : texts[`legend.${lens}`] ?? say(texts, `lens.${lens}`);
  return side === 'difference' ? say(texts, 'legend.difference', {unit}) : unit;
};

const drawLegend = view => {
  const {texts, colours, sheets: [sheet], choice: {kind, lens}} = view, {low, high, overlays} = sheet;
  const ramp = make('i'), digits = value => Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 0;
  const number = value => value.toFixed(digits(value)).replace('-', '−');
  if (sheet.empty) { view.part('legend').replaceChildren(); return; }
  if (overlays) {
    view.part('legend').replaceChildren(...overlays.map(({layer, head, colour}) => {
      const line = make('i');
      line.style.background = cssColour(colour);
      return make('span', {class: 'gf-legend-head'}, line,
        say(texts, 'options.chip', {layer: layer + 1, head: head + 1}));
    }));
    return;
  }
  const colour = share => cssColour(sheet.signed ? signedColour(colours, kind, share)
    : shade(colours.background, colours.hues[kind], share));
  const half = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 1];
  const shares = sheet.signed ? [...half.slice(1).reverse().map(share => -share), ...half] : half;
  const stops = shares.map(share => `${colour(share)} ${sheet.signed ? 50 + 50 * share : 100 * share}%`);
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  const unit = legendUnit(view, sheet);
  view.part('legend').replaceChildren(number(low), ramp, number(high), make('span', {}, unit));
};

const axisNames = (texts, {kind, rows}) => ({
  query: say(texts, kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`),
  key: say(texts, `axis.key.${kind}`),
});

/** What the two axes are: above the two columns of the lines, in one sentence for the matrix. */
const drawAxes = view => {
  const {texts, sheets, figure, choice} = view, axes = sheets.length > 1 ? null : figure.axes, host = view.part('axes'),
    {query, key} = axisNames(texts, choice);
  host.dataset.view = choice.view;
  if (!axes) { host.replaceChildren(say(texts, 'axis.both', {query, key})); return; }
  const left = make('span', {class: 'gf-axis-query'}, query), right = make('span', {class: 'gf-axis-key'}, key);
  left.style.right = `calc(100% - ${axes.from}px)`;
  right.style.left = `min(${axes.to}px, 100% - ${Math.ceil(textWidth(key, '12px sans-serif')) + 12}px)`;
  host.replaceChildren(left, right);
};

const SIDE_GAP = 24; // pixels between two figures side by side

/** Build the frame of the figure anew only when its tokens, its size or its colours changed. */
const drawFigure = view => {
  const {choice, sheets, facings} = view, host = view.part('figure');
  const frame = [sheets.length, ...sheets.map(sheet => sheet.frame), choice.view, view.figureWidth, view.paints,
    view.reads].join('|');
  if (frame !== view.frame) {
    view.frame = frame;
    // Two tables side by side would each show a few columns only: they stand one above the other.
    const beside = sheets.length > 1 && choice.view !== 'table' && view.figureWidth >= 2 * 300 + SIDE_GAP;
    view.sideWidth = beside ? Math.floor((view.figureWidth - SIDE_GAP) / 2) : view.figureWidth;
    host.dataset.sides = sheets.length < 2 ? 'one' : beside ? 'beside' : 'stacked';
    const own = ({side}) => make('div', {class: 'gf-side', 'data-side-of': side});
    const hosts = sheets.length < 2 ? [host] : sheets.map(own);
    if (sheets.length > 1) host.replaceChildren(...sheets.map(({side}, i) => make('div', {class: 'gf-side-column'},
      make('div', {class: 'gf-side-name'}, say(view.texts, `side.${side}`)), hosts[i])));
    view.figures = sheets.map((sheet, i) => FIGURES[choice.view](facings[i], hosts[i], sheet));
    view.figure = view.figures[0];
    drawAxes(view);
  }
  view.figures.forEach((figure, i) => figure.draw(sheets[i]));
  markFigures(view);
};

const markFigures = view => { for (const figure of view.figures) figure.mark(); };

const keepInSight = view => {
  const host = view.part('figure'), [sheet] = view.sheets, focus = focusOf(view.facings[0].choice, sheet);
  if (focus?.side !== 'query' || host.scrollHeight <= host.clientHeight) return;
  const y = (focus.index + 0.5) / sheet.queries.length * host.scrollHeight;
  const seen = y > host.scrollTop + 40 && y < host.scrollTop + host.clientHeight - 40;
  if (!seen) host.scrollTop = y - host.clientHeight / 2;
};

const drawStep = view => {
  const {texts, choice: {step}} = view, packed = shownPacked(view), steps = packed.predicted_tokens.length;
  view.part('step').textContent = say(texts, 'step.n', {step: step + 1, steps});
  const range = view.part('range');
  range.max = steps;
  range.value = step + 1;
  range.style.setProperty('--done', `${steps > 1 ? 100 * step / (steps - 1) : 0}%`);
  range.setAttribute('aria-valuetext', `${step + 1}: ${plainToken(packed.predicted_tokens[step]).slice(0, 60)}`);
  view.find('[data-move="-1"]').disabled = step === 0;
  view.find('[data-move="1"]').disabled = step === steps - 1;
  const top = packed.top[step], rest = Math.max(0, 1 - top.reduce((sum, [, p]) => sum + p, 0));
  const item = (token, p, kind, instead = null) => {
    const full = token.length > 24 ? token : null;
    const letters = make('span', {class: 'gf-letters', title: full}, plainToken(token).slice(0, 200));
    const bar = make('i', {class: 'gf-fill'});
    bar.style.width = `${100 * clamp(p, 0, 1)}%`;
    return make('li', {class: kind}, letters, make('span', {class: 'gf-track'}, bar),
      make('span', {class: 'gf-number'}, probabilityText(p)), ...(instead ? [instead] : []));
  };
  const taken = packed.predicted_tokens[step];
  const chosen = top.findIndex(([token]) => token === taken);
  const items = top.map(([token, p], i) => item(token, p, i === chosen ? 'gf-taken' : null,
    i === chosen ? null : insteadButton(view, step, i, token)));
  items.push(item(` ${say(texts, 'next.rest')}`, rest, 'gf-rest'));
  view.part('next').replaceChildren(...items);
  view.part('entropy').textContent = say(texts, 'next.entropy', {entropy: packed.entropies[step].toFixed(3)});
};

const wireHead = view => {
  for (const select of view.root.querySelectorAll('[data-choice]')) select.addEventListener('change', () => {
    const value = +select.value, name = select.dataset.choice;
    view.change({[name]: name === 'kind' ? KINDS[value] : value, pin: null, cell: null});
  });
  for (const group of view.root.querySelectorAll('[data-group]')) {
    const options = [...group.querySelectorAll('[data-option]')], name = group.dataset.group;
    group.addEventListener('click', event => {
      const option = event.target.closest('[data-option]');
      if (option) view.change({[name]: option.dataset.option, hover: null, cell: null});
    });
    group.addEventListener('keydown', event => {
      const index = movedIndex(event.key, options.findIndex(option => option.tabIndex === 0), options.length);
      if (index === null) return;
      event.preventDefault();
      view.change({[name]: options[index].dataset.option, hover: null, cell: null});
      options[index].focus();
    });
  }
  view.part('range').addEventListener('input', event => view.change({step: +event.target.value - 1, pin: null}));
  for (const arrow of view.root.querySelectorAll('[data-move]')) arrow.addEventListener('click', () => {
    const last = shownPacked(view).predicted_tokens.length - 1;
    view.change({step: clamp(view.choice.step + +arrow.dataset.move, 0, last), pin: null});
  });
  view.part('figure').addEventListener('keydown', event => walkFigure(view, event));
};

/** Arrow keys on the figure: rows in the lines and the table, cells in the matrix; Escape lets go. */
const walkFigure = (view, event) => {
  const [sheet] = view.sheets, {choice} = view.facings[0], {kind} = choice;
  const queries = sheet.queries.length, keys = sheet.keys.length;
  const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (event.key === 'Escape') { view.change({pin: null, cell: null, hover: null}); return; }
  if (!by || choice.view === 'table') return;
  const now = focusOf(choice, sheet), index = now?.side === 'query' ? now.index : -1;
  if (choice.view === 'matrix') {
    event.preventDefault();
    const cell = choice.cell ?? {query: Math.max(0, index), key: 0};
    view.change({cell: {query: clamp(cell.query + by[0], 0, queries - 1), key: clamp(cell.key + by[1], 0, keys - 1)}});
  } else if (by[0]) {
    event.preventDefault();
    const next = clamp(index + by[0], 0, queries - 1);
    view.change(kind === 'encoder' ? {pin: {side: 'query', index: next}} : {step: stepOfRow(sheet, next), pin: null});
  }
  keepInSight(view);
};
