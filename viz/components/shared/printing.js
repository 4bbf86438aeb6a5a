// A scene printed by the browser: a page of the figure's size, which is a PDF when it is saved.

import {make} from './elements.js';
import {sceneSvg} from './scene_svg.js';

/** @import {Scene} from './types.js' */

const KEPT = 60000; // milliseconds that a page is kept for a browser that prints after `print` has returned

/** @param {string} text */
const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/**
 * An HTML page that holds a scene in points and nothing else.
 * @param {Scene} scene
 * @param {string} name of the file, which a browser suggests
 */
export const printPage = (scene, name) =>
  `<!doctype html><meta charset="utf-8"><title>${escaped(name.replace(/\.pdf$/, ''))}</title>` +
  `<style>@page { size: ${scene.width}pt ${scene.height}pt; margin: 0 } ` +
  `* { print-color-adjust: exact } body { margin: 0 }` +
  ` svg { display: block; width: ${scene.width}pt; height: ${scene.height - 0.01}pt }</style><body>${sceneSvg(scene)}`;

/**
 * Open the browser's dialog, which prints a scene or saves it as a PDF.
 * @param {Scene} scene in points
 * @param {string} name
 */
export const printOut = (scene, name) => {
  const frame = make('iframe', {
    'aria-hidden': 'true',
    tabindex: '-1',
    style: 'position: fixed; width: 0; height: 0; border: 0',
  });
  frame.srcdoc = printPage(scene, name);
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
    setTimeout(() => frame.remove(), KEPT);
  });
  document.body.append(frame);
};
