// One figure: plotly in an element, which follows its width and the theme of the page and keeps the zoom.

import {make, targetOf} from '../shared/elements.js';
import {labelled} from '../shared/locale.js';
import {withBlank} from '../shared/text.js';
import {followTheme, followWidth} from '../shared/watching.js';
import {prepared} from './layout.js';
import {CONFIG, SAVING, drawTools, plainText, propertyOf, wordsOf} from './saving.js';

/** @import {FigureView, Gradio, PaperColours, Room} from './types.js' */

const OUTLINE = 2; // pixels around what was chosen

// plotly.js from this page's own server, requested once for all figures.

/**
 * Let plotly name clip paths without the page's address. Under a `<base>` with an address it writes the full one, and
 * lines and legends disappear when the address changes. It reads the first `<base>`; one without an address is no base.
 */
const nameClipsAlone = () => {
  if (document.querySelector('base')?.hasAttribute('href')) document.head.prepend(make('base'));
};

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
const loadPlotly = path => {
  nameClipsAlone();
  const page = /** @type {any} */ (window);
  if (page.Plotly) return Promise.resolve(page.Plotly);
  const known = /** @type {any} */ (document.querySelector('script[data-glassformer-plotly]'));
  if (known) return known.loaded;
  const {root = location.origin, api_prefix: prefix = '/gradio_api'} = page.gradio_config || {};
  const src = `${root.replace(/\/$/, '')}${prefix}/${path}`;
  const script = /** @type {any} */ (make('script', {'data-glassformer-plotly': '', src}));
  script.loaded = new Promise((resolve, reject) => {
    script.onload = () => resolve(page.Plotly);
    script.onerror = () => {
      script.remove();
      reject(new Error('plotly.js did not load'));
    };
  });
  document.head.append(script);
  return script.loaded;
};

const isDark = () => document.body.classList.contains('dark') || document.documentElement.classList.contains('dark');

/**
 * The page's current colours.
 * @param {FigureView} view
 * @returns {PaperColours}
 */
const pageColours = ({root, given}) => {
  const style = getComputedStyle(root);
  return /** @type {PaperColours} */ (
    Object.fromEntries(
      Object.entries(given.light).map(([name, light]) => [
        name,
        style.getPropertyValue(`--gf-${name}`).trim() || light,
      ]),
    )
  );
};

/**
 * @param {FigureView} view
 * @param {string} text
 */
const showState = ({root}, text) => {
  root.querySelector('.gf-figure-state').textContent = text;
};

/**
 * Show the reset button only while the figure is zoomed.
 * @param {FigureView} view
 */
const markReset = ({tools, plot, zoomed}) => {
  tools.querySelector('[data-tool=reset]').hidden = !zoomed || zoomed !== plot.layout.uirevision;
};

/**
 * @param {FigureView} view
 * @param {boolean} on
 */
const noteZoom = (view, on) => {
  view.zoomed = on ? view.plot.layout.uirevision : null;
  markReset(view);
};

/**
 * The caption, and the description for screen readers.
 * @param {FigureView} view
 */
const describe = view => {
  const {plot, root} = view;
  const text = plot.layout?.meta?.caption || propertyOf(view, 'caption');
  const lead = wordsOf(view).look_for;
  const caption = root.querySelector('.gf-figure-caption');
  const described = text ? [...(lead ? [make('b', {}, withBlank(lead))] : []), text] : [];
  const now = described.map(part => (typeof part === 'string' ? part : part.textContent)).join('');
  if (caption.textContent !== now) caption.replaceChildren(...described); // terms that are marked in it stay
  const title = plot.layout ? plainText(plot.layout.title?.text) : '';
  const name = title && text ? labelled(title, text) : title || text;
  if (!plot.data || !name) {
    plot.removeAttribute('role');
    plot.removeAttribute('aria-label');
    return;
  }
  plot.setAttribute('role', 'img'); // a picture only once it is drawn
  plot.setAttribute('aria-label', name);
};

/**
 * Reserve the space of a figure that is not drawn yet.
 * @param {FigureView} view
 */
const keepRoom = view => {
  view.plot.style.height = `${propertyOf(view, 'space')}px`;
};

/**
 * @param {FigureView} view
 * @param {Room} room
 */
const drawNothing = (view, room) => {
  if (view.plot.data) /** @type {any} */ (window).Plotly.purge(view.plot);
  keepRoom(view);
  describe(view);
  view.tools.hidden = true;
  view.drawn = {...room, value: null};
  showState(view, wordsOf(view).empty);
};

/**
 * Mark what was chosen by a click, here or where else it can be chosen.
 * @param {FigureView} view
 */
const markChosen = view => {
  const {plot, chosen} = view;
  const {click} = plot.layout?.meta ?? {};
  if (!click || chosen.event !== click.event) return;
  const wanted = JSON.stringify(chosen.detail);
  const widths = click.details.map((/** @type {unknown} */ detail) =>
    JSON.stringify(detail) === wanted ? OUTLINE : 0,
  );
  if (String(plot.data[0].marker.line?.width ?? widths.map(() => 0)) === String(widths)) return;
  const line = {'marker.line.width': [widths], 'marker.line.color': pageColours(view).ink};
  /** @type {any} */ (window).Plotly.restyle(plot, line);
};

/**
 * @param {FigureView} view
 * @param {any} Plotly
 * @param {Room} room
 * @param {string} value
 */
const drawPlot = async (view, Plotly, room, value) => {
  const {plot} = view;
  const isFirst = !plot.data;
  const {data, layout} = prepared(value, room, pageColours(view), propertyOf(view, 'dark'));
  const hasFinger = matchMedia('(pointer: coarse)').matches; // a finger scrolls the page; it does not zoom
  const uirevision = `${layout.uirevision} ${view.revision}`;
  plot.style.height = `${layout.height}px`;
  if (isFirst) plot.replaceChildren();
  await Plotly.react(plot, data, {...layout, uirevision, dragmode: hasFinger ? false : 'zoom'}, CONFIG);
  plot.toggleAttribute('data-click', Boolean(layout.meta?.click));
  markChosen(view);
  if (!isFirst) return;
  plot.on('plotly_click', ({points: [point]}) => {
    const {click} = plot.layout.meta ?? {};
    if (click) document.dispatchEvent(new CustomEvent(click.event, {detail: click.details[point.pointIndex]}));
  });
  plot.on('plotly_relayout', change => {
    if (Object.keys(change).some(key => key.includes('.range['))) noteZoom(view, true);
  });
  plot.on('plotly_doubleclick', () => noteZoom(view, false));
};

/**
 * Draw changes; of several requests only the newest one is drawn.
 * @param {FigureView} view
 */
const draw = async view => {
  const {
    root,
    plot,
    drawn,
    props: {value},
  } = view;
  const room = {width: Math.floor(root.clientWidth), dark: isDark()};
  const mine = (view.turn += 1); // nothing, and what is drawn already, take the place of what is on its way as well
  if (!value) {
    drawNothing(view, room);
    return;
  }
  if (!room.width || (room.width === drawn.width && room.dark === drawn.dark && value === drawn.value)) return;
  if (!plot.data) {
    keepRoom(view);
    showState(view, wordsOf(view).loading);
  }
  try {
    const Plotly = await loadPlotly(propertyOf(view, 'plotly'));
    if (mine !== view.turn) return;
    await drawPlot(view, Plotly, room, value);
    view.drawn = {...room, value};
    describe(view);
    markReset(view);
    view.tools.hidden = false;
    showState(view, '');
  } catch (error) {
    console.error('figure:', error);
    if (mine === view.turn) showState(view, wordsOf(view).failed);
  }
};

/** @param {FigureView} view */
const resetZoom = view => {
  view.revision += 1;
  view.zoomed = null;
  view.drawn = {...view.drawn, value: null};
  return draw(view);
};

/** @type {Record<string, (view: FigureView) => void>} */
const TOOLS = {reset: resetZoom, ...SAVING};

/**
 * Width 0 means a tab that is not shown: the figure is drawn when it gets a width. One frame gathers many changes.
 * @param {FigureView} view
 */
const follow = view => {
  let frame = 0;
  const drawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw(view));
  };
  followWidth(view.root, drawSoon);
  followTheme(view.root, drawSoon);
};

/**
 * Start a figure in its element; `given` holds the properties until an update brings others.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given = {}}) => {
  const root = element.querySelector('.gf-figure');
  /** @type {FigureView} */
  const view = {
    root,
    plot: root.querySelector('.gf-figure-plot'),
    tools: root.querySelector('.gf-figure-tools'),
    props,
    given,
    drawn: {width: 0, dark: false, value: null},
    turn: 0,
    revision: 0,
    zoomed: null,
    chosen: {event: '', detail: null},
  };
  view.tools.addEventListener('click', event => {
    const button = targetOf(event).closest('button');
    if (button) TOOLS[button.dataset.tool](view);
  });
  const reserve = () => root.style.setProperty('--gf-figure-space', `${propertyOf(view, 'space')}px`);
  const followChoice = (/** @type {Event} */ event) => {
    if (!root.isConnected) {
      document.removeEventListener('figure-choice', followChoice);
      return;
    }
    view.chosen = /** @type {CustomEvent} */ (event).detail;
    markChosen(view);
  };
  document.addEventListener('figure-choice', followChoice);
  reserve();
  drawTools(view);
  describe(view);
  follow(view);
  watch('value', () => draw(view));
  watch('caption', () => describe(view));
  watch('space', () => {
    reserve();
    if (!props.value) keepRoom(view);
  });
  watch('words', () => {
    drawTools(view);
    describe(view);
    if (!props.value) showState(view, wordsOf(view).empty);
  });
  draw(view);
};
