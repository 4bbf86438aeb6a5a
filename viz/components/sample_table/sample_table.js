// Draws the samples in props.value. Seen from Gradio: element, trigger, props, server, upload, watch.
const NARROW = 520; // pixels of the table's own width
const view = element.querySelector('.gf-samples');
const part = selector => view.querySelector(selector);
const choice = part('select'), [earlier, later] = view.querySelectorAll('[data-go]');
let name = null;
let chosen = null; // label of the validation that is shown; null follows the latest one

const cell = (column, ...content) => {
  const made = document.createElement('td');
  made.dataset.column = column;
  made.append(...content);
  return made;
};

const pieces = parts => parts.map(([text, changed]) => {
  if (!changed) return text;
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
});

const packed = () => (props.value ? JSON.parse(props.value) : null);
const indexOf = steps => {
  const found = chosen === null ? -1 : steps.findIndex(step => step.label === chosen);
  return found < 0 ? steps.length - 1 : found;
};

const fillChoice = (steps, index, words) => {
  const labels = steps.map((step, at) => (at === steps.length - 1 ? `${step.label} · ${words.latest}` : step.label));
  if (choice.options.length !== labels.length || [...choice.options].some((option, at) => option.textContent !== labels[at]))
    choice.replaceChildren(...labels.map((label, at) => new Option(label, at)));
  choice.selectedIndex = index;
  choice.setAttribute('aria-label', words.choose);
  for (const [button, words_, off] of [[earlier, words.earlier, index === 0], [later, words.later, index === steps.length - 1]]) {
    button.disabled = off;
    button.title = words_;
    button.setAttribute('aria-label', words_);
  }
};

const draw = () => {
  const data = packed();
  view.hidden = !data;
  if (!data) return;
  if (data.name !== name) [name, chosen] = [data.name, null];
  const {words, sentences, steps} = data, index = indexOf(steps), step = steps[index];
  const columns = [words.source, words.reference, words.translation];
  fillChoice(steps, index, words);
  part('.gf-samples-title').textContent = words.title;
  part('.gf-samples-note').textContent = step.first ? words.first : words.note;
  part('thead tr').replaceChildren(...columns.map(column => Object.assign(document.createElement('th'), {scope: 'col', textContent: column})));
  part('tbody').replaceChildren(...sentences.map(([source, reference], at) => {
    const row = document.createElement('tr');
    row.append(cell(columns[0], source), cell(columns[1], reference), cell(columns[2], ...pieces(step.translations[at])));
    return row;
  }));
};

const choose = index => {
  const {steps} = packed();
  chosen = index === steps.length - 1 ? null : steps[index].label;
  draw();
};
choice.addEventListener('change', () => choose(choice.selectedIndex));
for (const button of [earlier, later]) button.addEventListener('click', () => choose(choice.selectedIndex + +button.dataset.go));

new ResizeObserver(() => view.classList.toggle('narrow', view.clientWidth < NARROW)).observe(element);
watch('value', draw);
draw();
