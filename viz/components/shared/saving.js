// Files saved by the browser: a scene as SVG, PNG or, printed, as PDF; and any text.

import {bytesOf} from './bytes.js';
import {make, penOf} from './elements.js';
import {withComment, withDensity} from './png.js';
import {paintItems} from './scene.js';
import {sceneSvg} from './scene_svg.js';

/** @import {Scene} from './types.js' */

// A scene printed by the browser: a page of the figure's size, which is a PDF when it is saved.

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
 * Open the browser's dialog, which prints an HTML page or saves it as a PDF.
 * @param {string} page without scripts
 */
export const printPaper = page => {
  const frame = make('iframe', {
    'aria-hidden': 'true',
    tabindex: '-1',
    style: 'position: fixed; width: 0; height: 0; border: 0',
  });
  frame.srcdoc = page;
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
    setTimeout(() => frame.remove(), KEPT);
  });
  document.body.append(frame);
};

/**
 * Open the browser's dialog, which prints a scene or saves it as a PDF.
 * @param {Scene} scene in points
 * @param {string} name
 */
export const printOut = (scene, name) => printPaper(printPage(scene, name));

/**
 * @param {Blob | null} blob null where the browser could not make it
 * @param {string} name
 */
export const download = (blob, name) => {
  if (!blob) return;
  const url = URL.createObjectURL(blob);
  const link = make('a', {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

/**
 * A scene as an SVG file.
 * @param {Scene} scene
 */
export const svgFile = scene => new Blob([sceneSvg(scene)], {type: 'image/svg+xml;charset=utf-8'});

const POINTS = 72; // in an inch

/**
 * A scene painted on a canvas of its own: three pixels for each of its own (about 300 dots per inch), fewer if it would
 * be too large; with `dpi` a scene in points at that resolution.
 * @param {Scene} scene
 * @param {number} [dpi]
 */
const paintedScene = (scene, dpi) => {
  const most = Math.max(scene.width, scene.height);
  const scale = dpi ? dpi / POINTS : Math.min(3, 16000 / most);
  const canvas = make('canvas', {width: Math.round(scale * scene.width), height: Math.round(scale * scene.height)});
  const context = penOf(canvas);
  context.scale(scale, scale);
  paintItems(context, scene.items);
  return canvas;
};

const PNG_URL = 'data:image/png;base64,';

/**
 * The bytes of a scene as a PNG file, see `paintedScene`; null if the browser cannot draw it. It is encoded at once:
 * `toBlob` waits until a browser is idle, on some machines for seconds.
 * @param {Scene} scene
 * @param {number} [dpi]
 */
export const pngBytes = (scene, dpi) => {
  const url = paintedScene(scene, dpi).toDataURL('image/png');
  if (!url.startsWith(PNG_URL)) return null;
  const bytes = bytesOf(url.slice(PNG_URL.length));
  const sized = dpi ? withDensity(bytes, dpi) : bytes;
  return scene.note ? withComment(sized, scene.note) : sized;
};

/**
 * @param {Scene} scene
 * @param {number} [dpi]
 */
export const pngFile = (scene, dpi) => {
  const bytes = pngBytes(scene, dpi);
  return bytes && new Blob([/** @type {BlobPart} */ (bytes)], {type: 'image/png'});
};
