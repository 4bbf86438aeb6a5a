// Draws the table in props.value. Seen from Gradio: element, trigger, props, server, upload, watch.
const NARROW = 520; // pixels of the table's own width
const view = element.querySelector('.gf-table');
const part = selector => view.querySelector(selector);

const cell = (tag, text, column) => {
  const made = document.createElement(tag);
  made.textContent = text;
  if (tag === 'th') made.scope = 'col';
  else made.dataset.column = column;
  return made;
};

const draw = () => {
  view.hidden = !props.value;
  if (!props.value) return;
  const {title, note, columns, rows} = JSON.parse(props.value);
  part('.gf-table-title').textContent = title;
  part('.gf-table-note').textContent = note;
  part('table').hidden = !rows.length;
  part('thead tr').replaceChildren(...columns.map(name => cell('th', name)));
  part('tbody').replaceChildren(...rows.map(texts => {
    const row = document.createElement('tr');
    row.append(...texts.map((text, index) => cell('td', text, columns[index])));
    return row;
  }));
  view.classList.toggle('many', columns.length > 2);
};

new ResizeObserver(() => view.classList.toggle('narrow', view.clientWidth < NARROW)).observe(element);
watch('value', draw);
draw();
