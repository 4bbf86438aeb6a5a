// The pane of a figure: two stacked canvases of the visible size in an element that scrolls over the whole figure. The
// lower one shows what changes with the head, the upper one what follows the pointer. Many curves are in an SVG below
// both, which the browser rasterises in parallel with the script.

import {make, makeSvg} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {itemsSvg} from '../../shared/scene_svg.js';
import {paintScene} from '../../shared/scene.js';

/** @import {Pane, PaneHandlers, PaneHost} from './types.js' */
/** @import {Part} from '../types.js' */

/**
 * The scrolling element of a host with its content, created once.
 * @param {PaneHost} host
 * @returns {Part}
 */
const scrollerIn = host => {
  const known = host.querySelector(':scope > .gf-scroll');
  if (known) return /** @type {Part} */ (known);
  const canvas = () => make('canvas', {'aria-hidden': 'true'});
  const scroller = make(
    'div',
    {class: 'gf-scroll'},
    make(
      'div',
      {class: 'gf-whole'},
      make('div', {class: 'gf-sight'}, makeSvg('svg', {'aria-hidden': 'true'}), canvas(), canvas()),
    ),
  );
  host.replaceChildren(scroller);
  Object.assign(host, {gfRoom: null, gfScrolled: {x: 0, y: 0}});
  return /** @type {Part} */ (/** @type {HTMLElement} */ (scroller));
};

/**
 * @param {HTMLElement | SVGElement} node
 * @param {number} width
 * @param {number} height
 */
const setSize = (node, width, height) => {
  node.style.width = `${width}px`;
  node.style.height = `${height}px`;
};

/**
 * Set the visible size and the scrollable size. The canvases only grow and are clipped to the visible part: resizing a
 * canvas reallocates it, which costs more than painting, and kinds differ slightly in size because of their labels.
 * @param {PaneHost} host
 * @param {Pane} pane
 * @param {{width: number, height: number}} room
 */
const sizePane = (host, pane, room) => {
  const {scroller, sight, curves, base, top, width, height, wide, high} = pane;
  for (const node of [sight, curves]) setSize(node, width, height);
  if (width > room.width || height > room.height) {
    Object.assign(room, {width: Math.max(width, room.width), height: Math.max(height, room.height)});
    for (const canvas of [base, top]) setSize(canvas, room.width, room.height);
  }
  host.gfPane = pane;
  pane.scrollTo(0, 0);
  setSize(/** @type {HTMLElement} */ (sight.parentElement), Math.max(wide, width), Math.max(high, height));
  setSize(scroller, width, height);
  scroller.style.overflowX = wide > width ? 'auto' : 'hidden';
  scroller.style.overflowY = high > height ? 'auto' : 'hidden';
  if (wide > width || high > height) scroller.tabIndex = 0;
  else scroller.removeAttribute('tabindex');
};

/**
 * Scroll. The position is stored here and applied to the element after the script: reading or writing it now would
 * force a layout at once, and another one after later changes.
 * @param {PaneHost} host
 * @param {Pane} pane
 * @param {number} x
 * @param {number} y
 */
const scrollPane = (host, pane, x, y) => {
  Object.assign(pane, {x: clamp(x, 0, pane.wide - pane.width), y: clamp(y, 0, pane.high - pane.height)});
  queueMicrotask(() => {
    const at = host.gfScrolled;
    if (host.gfPane !== pane || (at.x === pane.x && at.y === pane.y)) return;
    host.gfScrolled = {x: pane.x, y: pane.y};
    pane.scroller.scrollLeft = pane.x;
    pane.scroller.scrollTop = pane.y;
  });
};

/**
 * Follow the pointer in a pane; replaces the handlers of the previous figure.
 * @param {PaneHost} host
 * @param {Pane} pane
 * @param {PaneHandlers} handlers
 */
const listenIn = (host, pane, {move, leave, click, twice = null, scroll}) => {
  const {sight, scroller} = pane;
  sight.onpointermove = move;
  sight.onpointerleave = leave;
  sight.onclick = click;
  sight.ondblclick = twice;
  scroller.onscroll = () => {
    if (Math.abs(scroller.scrollLeft - pane.x) < 1 && Math.abs(scroller.scrollTop - pane.y) < 1) return;
    Object.assign(pane, {x: scroller.scrollLeft, y: scroller.scrollTop});
    host.gfScrolled = {x: pane.x, y: pane.y};
    scroll();
  };
};

/**
 * The pane of a host, created once and shared by all figures drawn there.
 * @param {HTMLElement} element
 * @param {string} name
 * @returns {Pane}
 */
export const paneIn = (element, name) => {
  const host = /** @type {PaneHost} */ (element);
  const scroller = scrollerIn(host);
  const earlier = scroller.className;
  scroller.className = `gf-scroll ${name}`;
  scroller.dataset.curves = String(name === 'gf-lines');
  for (const node of [...host.children]) if (node !== scroller) node.remove();
  host.onkeydown = null; // of another figure
  const sight = scroller.firstChild.firstChild;
  const [curves, base, top] = sight.children;
  if (earlier !== scroller.className) for (const canvas of [base, top]) canvas.width = 0; // of another figure
  const room = (host.gfRoom ??= {width: 0, height: 0});
  /** @type {Pane} */
  const pane = {
    scroller,
    sight,
    curves,
    base,
    top,
    width: 0,
    height: 0,
    wide: 0,
    high: 0,
    x: 0,
    y: 0,
    size: (width, height, wide = width, high = height) => {
      Object.assign(pane, {width, height, wide, high});
      sizePane(host, pane, room);
    },
    write: items => curves.replaceChildren(...itemsSvg(items)),
    paint: (canvas, items) => paintScene(canvas, {...room, items}),
    scrollTo: (x, y) => scrollPane(host, pane, x, y),
    at: event => {
      const box = sight.getBoundingClientRect();
      return {x: event.clientX - box.left, y: event.clientY - box.top};
    },
    listen: handlers => listenIn(host, pane, handlers),
  };
  return pane;
};
