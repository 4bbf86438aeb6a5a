// Draws the figure in props.value with Plotly.react. Seen from Gradio: element, trigger, props, server, upload, watch;
// from Python: given, the properties until an update brings others.
const NARROW = 560; // pixels of the figure's own width
const view = element.querySelector('.gf-figure');
const plot = view.querySelector('.gf-figure-plot');
const state = view.querySelector('.gf-figure-state');
const caption = view.querySelector('.gf-figure-caption');
const tools = view.querySelector('.gf-figure-tools');
const CONFIG = {displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false};

let drawn = {width: 0, dark: null, value: null};
let turn = 0; // newest request to draw; an older one that is still waiting gives way
let revision = 0; // raised by the reset button: plotly keeps the zoom while its uirevision stays the same
let zoomed = null; // uirevision under which the visitor has zoomed

const told = name => props[name] ?? given[name];
const variable = (name, fallback) => getComputedStyle(view).getPropertyValue(name).trim() || fallback;
const isDark = () => document.body.classList.contains('dark') || document.documentElement.classList.contains('dark');
const isPlain = item => item !== null && typeof item === 'object' && !Array.isArray(item);

// The page's colours in light (also for downloads) and as they are now.
const LIGHT = {ink: '#1b1c1e', soft: '#5f636a', rule: '#e3e3de', panel: '#ffffff'};
const DARK = {ink: '#e9e9e6', soft: '#9aa0a8', rule: '#2a2c30', panel: '#17181b'};
const pageColours = dark => {
  const plain = dark ? DARK : LIGHT;
  return Object.fromEntries(Object.entries(plain).map(([name, colour]) => [name, variable('--gf-' + name, colour)]));
};

// A copy of `target` in which every setting of `patch` holds; arrays are replaced as a whole.
const merged = (target, patch) => {
  const result = {...target};
  for (const [key, item] of Object.entries(patch))
    result[key] = isPlain(item) && isPlain(result[key]) ? merged(result[key], item) : item;
  return result;
};

// Series colours are written for a light page; on a dark one each is swapped for its brighter sister.
const recoloured = (text, dark) => {
  const swaps = dark ? told('dark') : {};
  const names = Object.keys(swaps);
  if (!names.length) return text;
  const escaped = names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.replace(new RegExp(escaped.join('|'), 'g'), found => swaps[found]);
};

const dressed = (layout, colours) => merged(layout, {
  template: {layout: {
    font: {color: colours.soft},
    title: {font: {color: colours.ink}},
    xaxis: {gridcolor: colours.rule, linecolor: colours.rule},
    yaxis: {gridcolor: colours.rule, linecolor: colours.rule},
    hoverlabel: {bgcolor: colours.panel, bordercolor: colours.rule, font: {color: colours.ink}},
  }},
});

// The figure for a width and a theme, ready for plotly.
const prepared = (text, width, dark, colours) => {
  const figure = JSON.parse(recoloured(text, dark));
  const meta = figure.layout.meta || {};
  let layout = dressed(figure.layout, colours);
  if (width < NARROW) layout = merged(layout, meta.narrow || {});
  const {l, r, t, b} = layout.margin || {};
  const {rows, columns, largest} = meta.cells || {};
  if (rows) layout = {...layout, height: Math.ceil(t + b + rows * Math.min(largest, (width - l - r) / columns))};
  const touch = matchMedia('(pointer: coarse)').matches; // a finger scrolls the page; it does not zoom
  const uirevision = `${layout.uirevision} ${revision}`;
  return {data: figure.data, layout: {...layout, width, autosize: false, uirevision, dragmode: touch ? false : 'zoom'}};
};

// plotly.js from this server, asked for once in a page however many figures there are.
const loadPlotly = () => {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  let script = document.querySelector('script[data-glassformer-plotly]');
  if (!script) {
    const {root = location.origin, api_prefix: prefix = '/gradio_api'} = window.gradio_config || {};
    script = document.createElement('script');
    script.dataset.glassformerPlotly = '';
    script.src = `${root.replace(/\/$/, '')}${prefix}/${told('plotly')}`;
    script.loaded = new Promise((resolve, reject) => {
      script.onload = () => resolve(window.Plotly);
      script.onerror = () => { script.remove(); reject(new Error('plotly.js did not load')); };
    });
    document.head.append(script);
  }
  return script.loaded;
};

const say = word => { state.textContent = word ? told('words')[word] : ''; };

const draw = async () => {
  const width = Math.floor(view.clientWidth), dark = isDark(), value = props.value;
  if (!value) {
    if (plot.data) window.Plotly.purge(plot);
    plot.style.height = told('space') + 'px';
    tools.hidden = true;
    drawn = {width, dark, value};
    return say('empty');
  }
  if (!width || (width === drawn.width && dark === drawn.dark && value === drawn.value)) return;
  const mine = ++turn;
  if (!plot.data) { plot.style.height = told('space') + 'px'; say('loading'); }
  try {
    const Plotly = await loadPlotly();
    if (mine !== turn) return;
    const figure = prepared(value, width, dark, pageColours(dark));
    const first = !plot.data;
    plot.style.height = figure.layout.height + 'px';
    if (first) plot.replaceChildren();
    await Plotly.react(plot, figure.data, figure.layout, CONFIG);
    if (first) {
      plot.on('plotly_relayout', change => { if (Object.keys(change).some(key => key.includes('.range['))) noteZoom(true); });
      plot.on('plotly_doubleclick', () => noteZoom(false));
    }
    drawn = {width, dark, value};
    describe();
    showReset();
    tools.hidden = false;
    say(null);
  } catch (error) {
    console.error('figure:', error);
    if (mine === turn) say('failed');
  }
};


// The reset button shows only while there is a zoom to take back.
const noteZoom = on => { zoomed = on ? plot.layout.uirevision : null; showReset(); };
const showReset = () => { tools.querySelector('[data-tool=reset]').hidden = !zoomed || zoomed !== plot.layout.uirevision; };

// Plotly's titles hold <sub>, <br> and escaped tokens; a document that is never shown turns them into plain text.
const plain = text => new DOMParser().parseFromString(String(text ?? '').replaceAll('<br>', ' '), 'text/html').body.textContent;
const titleOf = layout => plain(layout.title && layout.title.text);
const fileName = () => (plot.layout.meta || {}).name || 'figure';

const describe = () => {
  caption.replaceChildren();
  const text = (plot.layout && (plot.layout.meta || {}).caption) || told('caption');
  if (text) {
    const lead = document.createElement('b');
    lead.textContent = told('words').look_for + ' ';
    caption.append(...(told('words').look_for ? [lead] : []), text);
  }
  plot.setAttribute('aria-label', plot.layout ? [titleOf(plot.layout), text].filter(Boolean).join('. ') : text);
};

// Downloads are always in the light theme, on white: what a paper needs.
const saveImage = format => {
  const figure = prepared(drawn.value, drawn.width, false, LIGHT);
  for (const name of Object.keys(figure.layout).filter(key => /^[xy]axis\d*$/.test(key)))
    if (zoomed && plot.layout[name]) Object.assign(figure.layout[name], {range: plot.layout[name].range, autorange: plot.layout[name].autorange});
  const paper = {paper_bgcolor: '#ffffff', plot_bgcolor: '#ffffff'};
  const {width, height} = figure.layout;
  const options = {format, filename: fileName(), width, height, ...(format === 'png' ? {scale: 3} : {})};
  return window.Plotly.downloadImage({data: figure.data, layout: {...figure.layout, ...paper}, config: CONFIG}, options);
};

// Numbers of one trace attribute: plain arrays as they are, {dtype, bdata, shape} from base64; rows for a matrix.
const NUMBERS = {f8: Float64Array, f4: Float32Array, i4: Int32Array, u4: Uint32Array, i2: Int16Array, u2: Uint16Array, i1: Int8Array, u1: Uint8Array};
const numbers = packed => {
  if (!packed || Array.isArray(packed)) return packed || [];
  const bytes = Uint8Array.from(atob(packed.bdata), letter => letter.charCodeAt(0));
  const flat = Array.from(new NUMBERS[packed.dtype](bytes.buffer));
  const [rows, columns] = String(packed.shape ?? '').split(',').map(Number);
  return columns === undefined ? flat : Array.from({length: rows}, (_, row) => flat.slice(row * columns, (row + 1) * columns));
};

const cell = item => {
  const text = item === null || item === undefined || Number.isNaN(item) ? '' : String(item);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const axisTitle = (layout, name) => plain(((layout[name.replace(/^([xy])/, '$1axis')] || {}).title || {}).text);
const tickNames = (layout, name, size) => {
  const axis = layout[name] || {};
  return axis.ticktext ? axis.ticktext.map(plain) : Array.from({length: size}, (_, index) => index);
};

// A matrix becomes a table with its labels; lines become one long table.
const csv = ({data, layout}) => {
  const heatmap = data.find(trace => trace.type === 'heatmap');
  if (heatmap) {
    const rows = numbers(heatmap.z);
    const corner = `${axisTitle(layout, 'y')} / ${axisTitle(layout, 'x')}`;
    const names = tickNames(layout, 'yaxis', rows.length);
    return [[corner, ...tickNames(layout, 'xaxis', (rows[0] || []).length)], ...rows.map((row, index) => [names[index], ...row])];
  }
  const lines = data.filter(trace => String(trace.mode).startsWith('lines')); // marks repeat points of a line
  const several = new Set(lines.map(trace => trace.xaxis || 'x')).size > 1;
  const panel = trace => plain((layout.annotations[(parseInt((trace.xaxis || 'x').slice(1)) || 1) - 1] || {}).text);
  const quantity = several ? [titleOf(layout)] : [];
  const table = [[...quantity, told('words').series, axisTitle(layout, 'x'), several ? told('words').value : axisTitle(layout, 'y')]];
  for (const trace of lines) {
    const y = numbers(trace.y), lead = several ? [panel(trace), trace.name] : [trace.name];
    // a trace with one point nowhere is an entry of the legend
    numbers(trace.x).forEach((x, index) => { if (x !== null) table.push([...lead, x, y[index]]); });
  }
  return table;
};

const saveTable = () => {
  const text = csv(JSON.parse(drawn.value)).map(row => row.map(cell).join(',')).join('\r\n') + '\r\n';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff' + text], {type: 'text/csv;charset=utf-8'}));
  link.download = fileName() + '.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const resetZoom = () => { revision += 1; zoomed = null; drawn.value = null; return draw(); };
const ACTIONS = {reset: resetZoom, svg: () => saveImage('svg'), png: () => saveImage('png'), csv: saveTable};

const layOutTools = () => {
  tools.replaceChildren(...Object.keys(ACTIONS).map(tool => {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.tool = tool;
    button.textContent = tool === 'reset' ? told('words').reset : tool.toUpperCase();
    if (tool === 'reset') button.hidden = true;
    else button.title = told('words').save.replace('{format}', tool.toUpperCase());
    button.setAttribute('aria-label', button.title || button.textContent);
    return button;
  }));
};

tools.addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) ACTIONS[button.dataset.tool]();
});
view.style.setProperty('--gf-figure-space', told('space') + 'px');
layOutTools();
describe();

// Width 0 means a tab that is not shown: the figure is drawn when it gets a width. One frame gathers many changes.
let frame = 0;
const drawSoon = () => { cancelAnimationFrame(frame); frame = requestAnimationFrame(draw); };
const sizes = new ResizeObserver(drawSoon);
const themes = new MutationObserver(() => {
  if (view.isConnected) return drawSoon();
  sizes.disconnect();
  themes.disconnect();
});
sizes.observe(view);
for (const node of [document.body, document.documentElement]) themes.observe(node, {attributes: true, attributeFilter: ['class']});
watch('value', draw);
watch('caption', describe);
watch('words', () => { layOutTools(); describe(); if (!props.value) say('empty'); });
draw();
