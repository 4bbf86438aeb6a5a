// Draws the runs in props.value. Seen from Gradio: element, trigger, props, server, upload, watch.
const NARROW = 520; // pixels of the list's own width
const FIRST = 6; // lines shown before all of them are asked for
const STORE = 'glassformer-runs'; // what this page looks at, for a reload of it
const view = element.querySelector('.gf-runs');
const head = view.querySelector('thead tr'), body = view.querySelector('tbody'), more = view.querySelector('.gf-runs-more'), hint = view.querySelector('.gf-runs-hint');
let asked = null; // {name, what: 'rename' | 'delete', text}: the line that asks something
let all = false;

const made = (tag, properties = {}, ...children) => {
  const {data = {}, ...others} = properties;
  const node = Object.assign(document.createElement(tag), others);
  Object.assign(node.dataset, data);
  node.append(...children);
  return node;
};
const filled = (words, name) => words.replace('{name}', name);
const action = (what, name, words, label = words) => {
  const button = made('button', {type: 'button', className: 'gf-runs-action', data: {action: what, name}, textContent: words});
  if (label !== words) button.setAttribute('aria-label', label);
  return button;
};

// The time of today, or the day: in the browser's own time zone and manner.
const moment = seconds => {
  if (!seconds) return '';
  const then = new Date(1000 * seconds), today = then.toDateString() === new Date().toDateString();
  const page = document.documentElement.lang || undefined;
  return then.toLocaleString(page, today ? {hour: '2-digit', minute: '2-digit'} : {day: 'numeric', month: 'short'});
};

const nameCell = (run, words) => {
  if (asked && asked.name === run.name && asked.what === 'rename') {
    const field = made('input', {type: 'text', className: 'gf-runs-field', value: asked.text, maxLength: 64, spellcheck: false, autocomplete: 'off'});
    field.setAttribute('aria-label', filled(words.rename_label, run.name));
    return field;
  }
  const button = made('button', {type: 'button', className: 'gf-runs-name', data: {action: 'follow', name: run.name}, textContent: run.name});
  button.setAttribute('aria-pressed', run.followed);
  button.title = run.name; // a long one is cut off
  return button;
};

const compareCell = (run, words, full) => {
  const box = made('input', {type: 'checkbox', checked: run.colour !== null, data: {action: 'compare', name: run.name}});
  box.disabled = run.followed || (full && run.colour === null);
  const label = filled(box.disabled && !run.followed ? words.full : words.compare, run.name);
  box.setAttribute('aria-label', label);
  box.title = label;
  if (run.colour) {
    box.style.setProperty('--light', run.colour[0]);
    box.style.setProperty('--dark', run.colour[1]);
  }
  return box;
};

const actionsCell = (run, words) => {
  if (!run.changeable || !run.followed) return [];
  if (asked && asked.name === run.name && asked.what === 'rename')
    return [action('rename', run.name, words.save), action('cancel', run.name, words.cancel)];
  return [
    action('ask-rename', run.name, words.rename, `${words.rename}: ${run.name}`),
    action('ask-delete', run.name, words.delete, `${words.delete}: ${run.name}`),
  ];
};

const line = (run, words, full) => {
  const row = made('tr', {data: {run: run.name, tone: run.tone}});
  row.classList.toggle('followed', run.followed);
  const state = made('span', {className: 'gf-runs-state'}, made('i', {ariaHidden: 'true'}), run.state);
  row.append(
    made('td', {className: 'gf-runs-over'}, compareCell(run, words, full)),
    made('td', {className: 'gf-runs-who'}, made('div', {}, nameCell(run, words), ...actionsCell(run, words))),
    made('td', {className: 'gf-runs-how'}, state),
    made('td', {className: 'gf-runs-number', data: {label: words.step}, textContent: run.step}),
    made('td', {className: 'gf-runs-number gf-runs-score', textContent: run.score}),
    made('td', {className: 'gf-runs-when', textContent: moment(run.when)}),
  );
  return row;
};

// Under the line: nothing is deleted without this answer.
const question = (run, words) => {
  const cell = made('td', {colSpan: 6}, made('span', {textContent: filled(words.delete_question, run.name)}),
    action('delete', run.name, words.delete_yes), action('cancel', run.name, words.cancel));
  cell.firstChild.setAttribute('role', 'alert');
  return made('tr', {className: 'gf-runs-question'}, cell);
};

const packed = () => (props.value ? JSON.parse(props.value) : {runs: []});

const draw = () => {
  const {runs, words, most} = packed();
  view.hidden = !runs.length;
  if (!runs.length) return;
  if (asked && !runs.some(run => run.name === asked.name && run.changeable && run.followed)) asked = null;
  const active = document.activeElement, held = view.contains(active) ? {...active.dataset, field: active.matches('.gf-runs-field'), at: active.selectionStart} : null;
  const full = runs.filter(run => run.colour && !run.followed).length >= most;
  head.replaceChildren(...['', words.name, words.state, words.step, words.score, words.when].map((name, index) =>
    made('th', {scope: 'col', className: index === 3 || index === 4 ? 'gf-runs-number' : '', textContent: name})));
  const shown = runs.filter((run, index) => all || index < FIRST || run.colour);
  fill(shown.flatMap(run => [
    line(run, words, full),
    ...(asked && asked.name === run.name && asked.what === 'delete' ? [question(run, words)] : []),
  ]));
  for (const box of body.querySelectorAll('input[type=checkbox]'))
    box.checked = shown.some(run => run.name === box.dataset.name && run.colour);
  view.querySelector('table').setAttribute('aria-label', words.label);
  hint.textContent = words.hint;
  more.hidden = shown.length === runs.length;
  more.textContent = words.more.replace('{count}', runs.length);
  if (held) hold(held);
  remember(runs);
};

// What has not changed stays the same element: a click that begins on it ends on it.
const fill = rows => {
  const before = [...body.children];
  body.replaceChildren(...rows.map((row, index) => {
    const old = before[index];
    if (!old || old.dataset.run !== row.dataset.run || old.children.length !== row.children.length) return row;
    for (const name of ['class', 'data-tone']) old.setAttribute(name, row.getAttribute(name) || '');
    [...row.children].forEach((cell, at) => { if (!cell.isEqualNode(old.children[at])) old.children[at].replaceWith(cell); });
    return old;
  }));
};

// The list is drawn anew each second: what had the keyboard keeps it, or else the run that is followed has it.
const hold = ({action: what, name, field, at}) => {
  const found = field ? view.querySelector('.gf-runs-field')
    : [...view.querySelectorAll('[data-action]')].find(node => node.dataset.action === what && node.dataset.name === name);
  const next = found || view.querySelector('.followed .gf-runs-name');
  if (!next) return;
  next.focus({preventScroll: true});
  if (found && field) found.setSelectionRange(at, at);
};

const remember = runs => {
  const name = (runs.find(run => run.followed) || {}).name || '';
  const compared = runs.filter(run => run.colour && !run.followed).map(run => run.name);
  try { sessionStorage.setItem(STORE, JSON.stringify({name, compared})); } catch { /* a browser that keeps nothing */ }
};

const ask = next => {
  const answered = asked;
  asked = next;
  draw();
  const place = view.querySelector(!next ? `.followed [data-action=ask-${answered && answered.what}]`
    : next.what === 'rename' ? '.gf-runs-field' : '.gf-runs-question [data-action=cancel]');
  if (place) { place.focus({preventScroll: true}); if (place.select) place.select(); }
};
const rename = name => {
  const to = view.querySelector('.gf-runs-field').value.trim();
  if (to && to !== name) trigger('run_rename', {name, to}); // the field stays until the run has its new name
  else ask(null);
};
const ACTIONS = {
  follow: name => trigger('run_follow', {name}),
  'ask-rename': name => ask({name, what: 'rename', text: name}),
  'ask-delete': name => ask({name, what: 'delete'}),
  rename,
  delete: name => { ask(null); trigger('run_delete', {name}); },
  cancel: () => ask(null),
};

view.addEventListener('click', event => {
  const button = event.target.closest('button[data-action]');
  if (button) ACTIONS[button.dataset.action](button.dataset.name);
});
view.addEventListener('change', event => {
  if (event.target.dataset.action === 'compare') trigger('run_compare', {name: event.target.dataset.name});
});
view.addEventListener('input', event => { if (asked && event.target.matches('.gf-runs-field')) asked.text = event.target.value; });
view.addEventListener('keydown', event => {
  if (!asked) return;
  if (event.key === 'Escape') ask(null);
  else if (event.key === 'Enter' && event.target.matches('.gf-runs-field')) rename(asked.name);
});
more.addEventListener('click', () => { all = true; draw(); });

new ResizeObserver(() => view.classList.toggle('narrow', view.clientWidth < NARROW)).observe(element);
watch('value', draw);
draw();
