// Files saved by the browser: a scene as SVG or PNG, and any text.

import {make, penOf} from './elements.js';
import {withComment, withDensity} from './png.js';
import {sceneSvg} from './scene_svg.js';
import {paintItems} from './scene.js';

/** @import {Scene} from './types.js' */

/**
 * @param {Blob} blob
 * @param {string} name
 */
export const download = (blob, name) => {
  const url = URL.createObjectURL(blob), link = make('a', {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

/**
 * A scene as an SVG file.
 * @param {Scene} scene
 */
export const svgFile = scene =>
  new Blob([sceneSvg(scene)], {type: 'image/svg+xml;charset=utf-8'});

const POINTS = 72; // in an inch

/**
 * A scene painted on a canvas of its own: three pixels for each of its own (about 300 dots per inch), fewer if it would be
 * too large; with `dpi` a scene in points at that resolution.
 * @param {Scene} scene
 * @param {number} [dpi]
 */
export const paintedScene = (scene, dpi) => {
  const most = Math.max(scene.width, scene.height), scale = dpi ? dpi / POINTS : Math.min(3, 16000 / most);
  const canvas = make('canvas', {width: Math.round(scale * scene.width), height: Math.round(scale * scene.height)});
  const context = penOf(canvas);
  context.scale(scale, scale);
  paintItems(context, scene.items);
  return canvas;
};

/**
 * A scene as a PNG file, see `paintedScene`; null if the browser cannot draw it.
 * @param {Scene} scene
 * @param {number} [dpi]
 */
export const pngFile = async (scene, dpi) => {
  const canvas = paintedScene(scene, dpi), blob = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob || !scene.note) return blob;
  const bytes = new Uint8Array(await blob.arrayBuffer()), sized = dpi ? withDensity(bytes, dpi) : bytes;
  return new Blob([withComment(sized, scene.note)], {type: 'image/png'});
};
