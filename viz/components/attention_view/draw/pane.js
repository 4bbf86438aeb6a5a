// Where a figure is painted: two canvases, one over the other, as large as what is in sight, in an element that scrolls
// over the whole of it. The lower one holds what changes with the head, the upper one what follows the pointer. Many
// curves stand in an SVG beneath both: the browser rasterises it next to the script, a canvas in the script's own time.

import {make, makeSvg} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {itemsSvg} from '../../shared/scene_svg.js';
import {paintScene} from '../../shared/scene.js';

/** The pane of a host, made once and used by each figure that is drawn there. */
export const paneIn = (host, name) => {
  let scroller = host.querySelector(':scope > .gf-scroll');
  if (!scroller) {
    const canvas = () => make('canvas', {'aria-hidden': 'true'});
    scroller = make('div', {class: 'gf-scroll'}, make('div', {class: 'gf-whole'},
      make('div', {class: 'gf-sight'}, makeSvg('svg', {'aria-hidden': 'true'}), canvas(), canvas())));
    host.replaceChildren(scroller);
    Object.assign(host, {gfRoom: null, gfScrolled: {x: 0, y: 0}});
  }
  const earlier = scroller.className;
  scroller.className = `gf-scroll ${name}`;
  scroller.dataset.curves = String(name === 'gf-lines');
  for (const node of [...host.children]) if (node !== scroller) node.remove();
  const whole = scroller.firstChild, sight = whole.firstChild, [curves, base, top] = sight.children;
  if (earlier !== scroller.className) for (const canvas of [base, top]) canvas.width = 0; // of another figure
  const pane = {scroller, sight, curves, base, top, width: 0, height: 0, wide: 0, high: 0, x: 0, y: 0};
  // The canvases only grow, and what is in sight is cut out of them: a canvas of another size is made anew, which costs
  // more than to paint it, and kinds differ in size by the room for their labels.
  const room = host.gfRoom ??= {width: 0, height: 0};

  /** Size of what is in sight, and of the whole that it can be scrolled over. */
  pane.size = (width, height, wide = width, high = height) => {
    Object.assign(pane, {width, height, wide, high});
    const px = (node, w, h) => { node.style.width = `${w}px`; node.style.height = `${h}px`; };
    for (const node of [sight, curves]) px(node, width, height);
    if (width > room.width || height > room.height) {
      Object.assign(room, {width: Math.max(width, room.width), height: Math.max(height, room.height)});
      for (const canvas of [base, top]) px(canvas, room.width, room.height);
    }
    host.gfPane = pane;
    pane.scrollTo(0, 0);
    px(whole, Math.max(wide, width), Math.max(high, height));
    px(scroller, width, height);
    scroller.style.overflowX = wide > width ? 'auto' : 'hidden';
    scroller.style.overflowY = high > height ? 'auto' : 'hidden';
  };
  pane.write = items => curves.replaceChildren(...itemsSvg(items));
  pane.paint = (canvas, items) => paintScene(canvas, {...room, items});
  // Where it is scrolled to is kept here, and the element told when the script is done: to ask or tell it would make
  // the browser lay the page out at once, and again for whatever changes after.
  pane.scrollTo = (x, y) => {
    Object.assign(pane, {x: clamp(x, 0, pane.wide - pane.width), y: clamp(y, 0, pane.high - pane.height)});
    queueMicrotask(() => {
      const at = host.gfScrolled;
      if (host.gfPane !== pane || (at.x === pane.x && at.y === pane.y)) return;
      host.gfScrolled = {x: pane.x, y: pane.y};
      scroller.scrollLeft = pane.x;
      scroller.scrollTop = pane.y;
    });
  };
  pane.at = event => {
    const box = sight.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  };
  /** Replaces the handlers of the figure that was here before. */
  pane.listen = ({move, leave, click, twice = null, scroll}) => {
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
  return pane;
};
