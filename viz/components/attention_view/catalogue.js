// The head catalogue: every head of the loaded checkpoint measured over a sample of sentences, as a table to sort. A row
// chosen is the head that the views show.

const CATALOGUE_FIRST = ['kind', 'layer', 'head', 'role']; // columns that every catalogue has
const CATALOGUE_SCALED = new Set(['entropy', 'mean_distance']); // no shares of one: bars go to the largest of the column

/** What a column sorts and shows a row by; layers and heads counted from 0, null where a kind has no such measure. */
const catalogueValue = (row, column) => column === 'kind' ? KINDS.indexOf(row.kind) : column === 'role' ? row.role_score : row[column] ?? null;

/** Rows of the kind asked for, sorted; what has no number comes last either way, equals stay in the model's order. */
const catalogueRows = ({rows}, {column, down, kind}) => {
  const order = row => KINDS.indexOf(row.kind) * 1e6 + row.layer * 1e3 + row.head, sign = down ? -1 : 1;
  const compared = (a, b) => {
    const left = catalogueValue(a, column), right = catalogueValue(b, column);
    if (left === null || right === null) return (left === null) - (right === null);
    return column === 'role' && a.role !== b.role ? sign * (a.role < b.role ? 1 : -1) : sign * (left - right);
  };
  return rows.filter(row => kind === 'all' || row.kind === kind).sort((a, b) => compared(a, b) || order(a) - order(b));
};

const catalogueColumns = reply => [...CATALOGUE_FIRST, ...reply.columns];

/** The largest value of each measure, which its bars are drawn against; 1 for shares. */
const catalogueMost = reply => Object.fromEntries(reply.columns.map(column => [column,
  CATALOGUE_SCALED.has(column) ? Math.max(1e-9, ...reply.rows.map(row => row[column] ?? 0)) : 1]));

/** The table as it is sorted and filtered, every digit that was sent; layers and heads from 1. */
const catalogueCsv = (reply, choice) => {
  const columns = ['kind', 'layer', 'head', 'role', 'role_score', ...reply.columns];
  const field = (row, column) => column === 'layer' || column === 'head' ? row[column] + 1 : row[column] ?? '';
  const lines = catalogueRows(reply, choice).map(row => columns.map(column => csvField(field(row, column))).join(','));
  return [columns.map(csvField).join(','), ...lines].join('\n') + '\n';
};

/** Words of a column: those of the catalogue, or its own name for a measure that this page does not know. */
const catalogueWords = (texts, column, what) => texts[`catalogue.${what}.${column}`] ?? (what === 'column' ? column : '');

const buildCatalogue = (view, host) => {
  const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-catalogue': name, ...attributes}, ...children);
  const catalogue = view.catalogue = {
    host, reply: null, wanted: '', sentences: null, choice: {column: 'kind', down: false, kind: 'all'}, focus: null,
  };
  host.append(
    make('div', {class: 'gf-cat-bar'}, part('about', 'p', {class: 'gf-hint', role: 'status'}),
      part('kinds', 'div', {class: 'gf-segments', role: 'radiogroup'}),
      part('csv', 'button', {type: 'button', class: 'gf-lab-button'})),
    part('note', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
    part('scroll', 'div', {class: 'gf-cat-scroll', hidden: ''}, part('table', 'table', {class: 'gf-cat-table', role: 'grid'})),
    part('legend', 'dl', {class: 'gf-cat-legend gf-hint', hidden: ''}),
    part('form', 'form', {class: 'gf-cat-form'}, part('label', 'label', {for: `${view.root.id || 'gf'}-sentences`}),
      part('own', 'textarea', {id: `${view.root.id || 'gf'}-sentences`, rows: 4, dir: 'auto', spellcheck: 'false'}),
      make('div', {class: 'gf-cat-actions'}, part('run', 'button', {type: 'submit', class: 'gf-lab-button'}),
        part('sample', 'button', {type: 'button', class: 'gf-lab-button', hidden: ''}), part('form-hint', 'span', {class: 'gf-hint'}))));
  wireCatalogue(view, catalogue);
};

const cataloguePart = (catalogue, name) => catalogue.host.querySelector(`[data-catalogue="${name}"]`);

const catalogueHead = (view, catalogue) => {
  const {texts} = view, {column: chosen, down} = catalogue.choice;
  return make('thead', {}, make('tr', {}, ...catalogueColumns(catalogue.reply).map(column => make('th', {
    scope: 'col', 'data-column': column, title: catalogueWords(texts, column, 'hint') || null,
    'aria-sort': column === chosen ? (down ? 'descending' : 'ascending') : 'none',
  }, make('button', {type: 'button', 'data-sort': column}, catalogueWords(texts, column, 'column'))))));
};

const catalogueCell = (texts, row, column, most) => {
  if (column === 'kind') return make('th', {scope: 'row', class: 'gf-cat-kind'}, say(texts, `kind.${row.kind}.short`));
  if (column === 'layer' || column === 'head') return make('td', {class: 'gf-number'}, String(row[column] + 1));
  const value = catalogueValue(row, column), fill = make('i', {class: 'gf-fill'});
  if (value === null) return make('td', {class: 'gf-number gf-cat-none'}, '–');
  fill.style.width = `${100 * clamp(value / (column === 'role' ? 1 : most[column]), 0, 1)}%`;
  const number = value.toFixed(column === 'role' ? 2 : 3);
  const words = column === 'role' ? [make('span', {class: 'gf-cat-role'}, texts[`catalogue.role.${row.role}`] ?? row.role), ` ${number}`] : [number];
  return make('td', {class: `gf-number${column === 'role' ? ' gf-cat-roles' : ''}`}, ...words, make('span', {class: 'gf-track'}, fill));
};

const drawCatalogueTable = (view, catalogue) => {
  const {texts} = view, {reply, choice} = catalogue, most = catalogueMost(reply), columns = catalogueColumns(reply), table = cataloguePart(catalogue, 'table');
  const rows = catalogueRows(reply, choice);
  table.setAttribute('aria-label', say(texts, 'bench.catalogue'));
  table.replaceChildren(catalogueHead(view, catalogue), make('tbody', {}, ...rows.map(row => make('tr', {
    'data-row': nameOfHead(row), 'data-hue': row.kind, tabindex: -1, 'aria-selected': 'false',
    'aria-label': row.role === null ? headName(texts, row) : say(texts, 'catalogue.row', {name: headName(texts, row), role: texts[`catalogue.role.${row.role}`] ?? row.role, score: row.role_score.toFixed(2)}),
  }, ...columns.map(column => catalogueCell(texts, row, column, most))))));
  markCatalogue(view);
};

/** The head that the views show; the one row that the Tab key reaches is it, or else the first. */
const markCatalogue = view => {
  const {catalogue} = view, own = nameOfHead(view.choice), rows = [...cataloguePart(catalogue, 'table').querySelectorAll('[data-row]')];
  for (const row of rows) row.setAttribute('aria-selected', String(row.dataset.row === own));
  const reached = rows.find(row => row.dataset.row === catalogue.focus) ?? rows.find(row => row.dataset.row === own) ?? rows[0];
  for (const row of rows) row.tabIndex = row === reached ? 0 : -1;
  const shown = rows.find(row => row.dataset.row === own);
  if (shown && catalogue.seen !== own) keepRowInSight(cataloguePart(catalogue, 'scroll'), shown);
  if (shown) catalogue.seen = own;
};

/** Everything but the table: words, who was measured, what the columns mean. */
const describeCatalogue = (view, catalogue) => {
  const {texts} = view, {reply, choice, host, sentences} = catalogue, part = name => cataloguePart(catalogue, name);
  const busy = host.getAttribute('aria-busy') === 'true', name = shownPacked(view).checkpoint;
  part('about').textContent = busy ? say(texts, 'catalogue.busy')
    : reply ? say(texts, sentences === null ? 'catalogue.about' : 'catalogue.about.own', {sentences: reply.sentences, tokens: reply.tokens.toLocaleString('en'), name}) : '';
  const kinds = part('kinds');
  kinds.setAttribute('aria-label', say(texts, 'catalogue.kinds'));
  if (kinds.dataset.reads !== String(view.reads)) kinds.replaceChildren(...['all', ...KINDS].map(kind => make('button', {type: 'button', role: 'radio', 'data-filter': kind},
    kind === 'all' ? say(texts, 'catalogue.all') : say(texts, `kind.${kind}.short`))));
  kinds.dataset.reads = view.reads;
  for (const button of kinds.children) {
    const on = button.dataset.filter === choice.kind;
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
  part('csv').textContent = say(texts, 'catalogue.csv');
  part('csv').disabled = !reply;
  part('label').textContent = say(texts, 'catalogue.own');
  part('own').placeholder = say(texts, 'catalogue.own.placeholder');
  part('run').textContent = say(texts, 'catalogue.run');
  part('run').disabled = busy;
  part('sample').textContent = say(texts, 'catalogue.sample');
  part('sample').hidden = sentences === null;
  part('form-hint').textContent = say(texts, 'catalogue.own.hint');
  part('scroll').hidden = part('legend').hidden = !reply;
  if (reply) part('legend').replaceChildren(...['role', ...reply.columns].flatMap(column => catalogueWords(texts, column, 'hint')
    ? [make('div', {}, make('dt', {}, catalogueWords(texts, column, 'column')), make('dd', {}, catalogueWords(texts, column, 'hint')))] : []));
};

/** Measure all heads over the checkpoint's own sentences (null) or over those given, one a line. */
const fetchCatalogue = async (view, catalogue, sentences) => {
  const packed = shownPacked(view), wanted = JSON.stringify([packed.id, sentences]);
  catalogue.wanted = wanted;
  catalogue.host.setAttribute('aria-busy', 'true');
  cataloguePart(catalogue, 'note').hidden = true;
  describeCatalogue(view, catalogue);
  const reply = await ask(view, 'head_catalogue', {id: packed.id, sentences});
  if (catalogue.wanted !== wanted) return;
  catalogue.host.removeAttribute('aria-busy');
  const note = cataloguePart(catalogue, 'note');
  if (reply?.rows) {
    Object.assign(catalogue, {reply, sentences, checkpoint: packed.checkpoint});
    catalogue.host.dataset.shown = wanted;
  } else {
    note.textContent = reply?.problem ?? say(view.texts, 'catalogue.no_answer');
    note.hidden = false;
    if (catalogue.checkpoint !== packed.checkpoint) catalogue.reply = null; // another model's numbers are no answer
    if (!reply) Object.assign(catalogue, {wanted: '', packed: null}); // ask again when the panel is drawn again
  }
  describeCatalogue(view, catalogue);
  if (catalogue.reply) drawCatalogueTable(view, catalogue);
};

/** Ask again for another translation: its checkpoint may be another, or have been replaced; the server remembers. */
const drawCatalogue = view => {
  const {catalogue} = view, wanted = JSON.stringify([shownPacked(view).id, catalogue.sentences]);
  if (catalogue.wanted !== wanted && catalogue.packed !== shownPacked(view)) {
    const other = catalogue.checkpoint !== undefined && catalogue.checkpoint !== shownPacked(view).checkpoint;
    catalogue.packed = shownPacked(view);
    fetchCatalogue(view, catalogue, other ? null : catalogue.sentences);
  } else describeCatalogue(view, catalogue);
  const drawn = [view.reads, view.paints].join('|');
  if (catalogue.reply && catalogue.drawn !== drawn) drawCatalogueTable(view, catalogue);
  catalogue.drawn = drawn;
  markCatalogue(view);
};

const sortCatalogue = (view, catalogue, column) => {
  const {choice} = catalogue, first = !CATALOGUE_FIRST.includes(column) || column === 'role'; // measures: largest first
  catalogue.choice = {...choice, column, down: choice.column === column ? !choice.down : first};
  drawCatalogueTable(view, catalogue);
  cataloguePart(catalogue, 'table').querySelector(`[data-sort="${column}"]`).focus();
};

const clickCatalogue = (view, catalogue, event) => {
  const on = selector => event.target.closest(selector), sort = on('[data-sort]'), row = on('[data-row]'), filter = on('[data-filter]');
  if (sort) sortCatalogue(view, catalogue, sort.dataset.sort);
  else if (row) {
    catalogue.focus = row.dataset.row;
    view.change({...headOfName(row.dataset.row), pin: null, cell: null});
    markCatalogue(view);
  } else if (filter) {
    catalogue.choice = {...catalogue.choice, kind: filter.dataset.filter};
    describeCatalogue(view, catalogue);
    if (catalogue.reply) drawCatalogueTable(view, catalogue);
  } else if (on('[data-catalogue="csv"]')) {
    const name = `heads-${(catalogue.checkpoint || 'model').replace(/[^\w.-]+/g, '-')}.csv`;
    download(new Blob([catalogueCsv(catalogue.reply, catalogue.choice)], {type: 'text/csv;charset=utf-8'}), name);
  } else if (on('[data-catalogue="sample"]')) fetchCatalogue(view, catalogue, null);
};

const keyOfCatalogue = (view, catalogue, event) => {
  const row = event.target.closest('[data-row]'), filter = event.target.closest('[data-filter]');
  if (filter) {
    const index = movedIndex(event.key, [...filter.parentNode.children].indexOf(filter), filter.parentNode.children.length);
    if (index === null) return;
    filter.parentNode.children[index].click();
    filter.parentNode.children[index].focus();
  } else if (row && (event.key === 'Enter' || event.key === ' ')) row.click();
  else if (row && ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) {
    const rows = [...row.parentNode.children], to = rows[movedIndex(event.key, rows.indexOf(row), rows.length)];
    catalogue.focus = to.dataset.row;
    markCatalogue(view);
    to.focus();
  } else if (event.target.matches('textarea') && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  else return;
  event.preventDefault();
};

const wireCatalogue = (view, catalogue) => {
  const {host} = catalogue;
  host.addEventListener('click', event => clickCatalogue(view, catalogue, event));
  host.addEventListener('keydown', event => keyOfCatalogue(view, catalogue, event));
  host.addEventListener('submit', event => {
    event.preventDefault();
    const own = cataloguePart(catalogue, 'own').value;
    fetchCatalogue(view, catalogue, own.trim() ? own : null);
  });
};

PANELS.push({
  name: 'catalogue', needsServer: true, build: buildCatalogue, draw: drawCatalogue,
  mark: (view, host, before) => {
    const changed = differs(before, view.choice);
    if (changed('side') && view.variant) drawCatalogue(view);
    else if (changed('kind', 'layer', 'head')) { view.catalogue.focus = null; markCatalogue(view); }
  },
});
