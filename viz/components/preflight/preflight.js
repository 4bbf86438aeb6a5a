// Draws the panel in props.value. Seen from Gradio: element, trigger, props, server, upload, watch.
const SVG = 'http://www.w3.org/2000/svg';
const view = element.querySelector('.gf-pre');
const part = selector => view.querySelector(selector);
let outdated = false; // whether what it was made of has changed since; a new answer that is begun knows of it

const made = (tag, text = '', data = {}) => {
  const node = document.createElement(tag);
  node.textContent = text;
  Object.assign(node.dataset, data);
  return node;
};

const row = (tag, ...children) => {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
};

const fact = ([name, value, meaning]) => {
  const shown = made('dd', value);
  if (meaning) shown.append(made('small', meaning));
  return row('div', made('dt', name), shown);
};

const drawParts = (title, parts) => {
  part('.gf-pre-parts').hidden = !parts.length;
  part('.gf-pre-parts figcaption').textContent = title;
  const swatch = ({hue, pale}) => made('i', '', {hue, pale});
  part('.gf-pre-stack').replaceChildren(...parts.map(one => {
    const node = swatch(one);
    node.style.flexGrow = one.count;
    return node;
  }));
  part('.gf-pre-legend').replaceChildren(...parts.map(one =>
    row('li', swatch(one), made('span', one.name), made('b', one.count.toLocaleString('en-US')))));
};

const rectangle = (x, y, width, height, words, below) => {
  const node = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({x, y, width, height})) node.setAttribute(name, value);
  if (below) node.classList.add('below');
  const title = document.createElementNS(SVG, 'title');
  title.textContent = words;
  node.append(title);
  return node;
};

const drawBars = bars => {
  part('.gf-pre-bars').hidden = !bars;
  if (!bars) return;
  const {title, edges, names, counts, axis, note} = bars, count = edges.length - 1;
  const most = Math.max(1, ...counts.flat());
  const svg = part('svg'), middle = 44;
  svg.setAttribute('viewBox', `0 0 ${count * 10} ${2 * middle}`);
  svg.setAttribute('aria-label', title);
  const line = document.createElementNS(SVG, 'line');
  for (const [name, value] of Object.entries({x1: 0, x2: count * 10, y1: middle, y2: middle})) line.setAttribute(name, value);
  svg.replaceChildren(...counts.flatMap((side, below) => side.map((value, bar) => {
    const height = (middle - 2) * value / most;
    const words = `${names[below]}: ${value.toLocaleString('en-US')} · ${edges[bar] + 1}–${edges[bar + 1]} ${axis}`;
    return rectangle(bar * 10 + 0.5, below ? middle + 1 : middle - 1 - height, 9, height, words, below);
  })), line);
  part('.gf-pre-bars figcaption').textContent = title;
  part('.gf-pre-axis').replaceChildren(...[0, count >> 1, count].map((edge, index) =>
    made('span', index < 2 ? `${edges[edge]}` : `${edges[edge]} ${axis}`)));
  part('.gf-pre-note').textContent = note;
};

const draw = () => {
  view.hidden = !props.value;
  const block = element.closest('.block');
  if (block) block.style.display = props.value ? '' : 'none'; // or an empty panel would take the gap of a full one
  if (!props.value) return;
  const {title, busy, outdated: words, cautions, message, facts, parts, parts_title, bars} = JSON.parse(props.value);
  if (busy) outdated = false;
  view.dataset.busy = busy;
  part('.gf-pre-outdated').textContent = words;
  part('.gf-pre-outdated').hidden = !outdated || !words;
  part('.gf-pre-title').textContent = title;
  part('.gf-pre-message').textContent = message;
  part('.gf-pre-cautions').replaceChildren(...cautions.map(words => made('li', words)));
  part('.gf-pre-facts').replaceChildren(...facts.map(fact));
  drawParts(parts_title, parts);
  drawBars(bars);
};

view.addEventListener('outdated', () => { outdated = true; draw(); });
watch('value', draw);
draw();
