// Elements of the page, words with formulas, and keyboard navigation.

import {clamp} from './numbers.js';
import {say, withBlank} from './text.js';

/** @import {Attributes, Child, Part, Texts} from './types.js' */

// Words with formulas: the server sends each formula as MathML.

const MARKED = /(<math[\s\S]*?<\/math>)/;
const MATHML = 'http://www.w3.org/1998/Math/MathML';

const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]+/u; // may not begin a line, which only text keeps to by itself

/**
 * Text and formulas as nodes; what is not well-formed MathML stays text.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
export const withFormulas = words => {
  const nodes = /** @type {(Node | string)[]} */ ([]);
  for (const part of words.split(MARKED)) {
    const formula = part.startsWith('<math') ? formulaOf(part) : null;
    const before = nodes.at(-1);
    const signs = before instanceof Node ? (CLOSING.exec(part)?.[0] ?? '') : '';
    if (before && signs) nodes.splice(-1, 1, make('span', {style: 'white-space: nowrap'}, before, signs));
    nodes.push(formula ?? part.slice(signs.length));
  }
  return nodes.filter(node => node !== '');
};

/** @param {string} words */
const formulaOf = words => {
  const {documentElement: found} = new DOMParser().parseFromString(words, 'application/xml');
  return found.namespaceURI === MATHML ? document.importNode(found, true) : null;
};

export const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} node
 * @param {Attributes} attributes of which those that are null or undefined are left out
 */
const setAttributes = (node, attributes) => {
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) node.setAttribute(key, String(value));
};

/**
 * An element with its attributes, except those that are null or undefined, and its content.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  setAttributes(node, attributes);
  node.append(.../** @type {(Node | string)[]} */ (children));
  return node;
};

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const makeSvg = (name, attributes = {}, ...children) => {
  const node = document.createElementNS(SVG, name);
  setAttributes(node, attributes);
  node.append(.../** @type {(Node | string)[]} */ (children));
  return node;
};

/**
 * @param {string} name
 * @param {{width: number, height: number}} given
 */
export const makePicture = (name, {width, height}) =>
  makeSvg('svg', {class: name, width, height, viewBox: `0 0 ${width} ${height}`});

/**
 * A sentence of the catalogue with its {tokens} set apart as code; a value that is a node is put in as it is.
 * @param {Texts} texts
 * @param {string} key
 * @param {Record<string, string | Node>} values
 */
export const sayTokens = (texts, key, values) =>
  (texts[key] ?? key).split(/(\{\w+\})/).map(part => {
    const name = part.slice(1, -1);
    if (part[0] !== '{' || !(name in values)) return part;
    const value = values[name];
    return typeof value === 'string' ? make('code', {}, value) : value;
  });

/**
 * A sentence, then what a keyboard does besides: `key` and `key.keys`. A style hides the second where the pointer is a
 * finger.
 * @param {Texts} texts
 * @param {string} key
 */
export const withKeys = (texts, key) => {
  const words = say(texts, key);
  const blank = withBlank(words).slice(words.length);
  return [words, make('span', {class: 'gf-keyboard'}, blank + say(texts, `${key}.keys`))];
};

/**
 * A sentence that asks to point at something: `key.tap` where the pointer is a finger.
 * @param {Texts} texts
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export const sayPointing = (texts, key, values) => {
  const isFinger = matchMedia('(pointer: coarse)').matches && `${key}.tap` in texts;
  return say(texts, isFinger ? `${key}.tap` : key, values);
};

/**
 * Arrow keys, Home and End on a row of n choices; the new index or null.
 * @param {string} key
 * @param {number} index
 * @param {number} n
 */
export const movedIndex = (key, index, n) => {
  const back = index - 1;
  const on = index + 1;
  /** @type {Record<string, number>} */
  const moves = {ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on, Home: 0, End: n - 1};
  return key in moves ? clamp(moves[key], 0, n - 1) : null;
};

/**
 * Scroll a table, not the page, until a row of it can be seen below the headings.
 * @param {HTMLElement} scroll
 * @param {HTMLElement} row
 */
export const keepRowInSight = (scroll, row) => {
  const above = row.closest('table')?.tHead?.offsetHeight ?? 0;
  const {offsetTop: top, offsetHeight: height} = row;
  if (top < scroll.scrollTop + above) scroll.scrollTop = top - above;
  else if (top + height > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + height - scroll.clientHeight;
};

/** How the page scrolls by itself: at once where motion is not wanted. @returns {ScrollBehavior} */
export const scrollBehavior = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/**
 * Scroll the page to the head of an element unless its head and most of it are in sight.
 * @param {HTMLElement} node
 */
export const bringIntoView = node => {
  const {top, bottom} = node.getBoundingClientRect();
  const sight = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (top >= 0 && sight >= 0.6 * Math.min(bottom - top, innerHeight)) return;
  node.scrollIntoView({block: 'start', behavior: scrollBehavior()});
};

/**
 * Write a text, unless it is there: a page lays out again what is written.
 * @param {Element} node
 * @param {string} text
 */
export const write = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * Write the words of a page into its elements: into those with `data-text`, and as a label of those with `data-label`.
 * @param {Part} root
 * @param {Texts} texts
 */
export const writeTexts = (root, texts) => {
  for (const node of root.querySelectorAll('[data-text]')) write(node, say(texts, node.dataset.text));
  for (const node of root.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', say(texts, node.dataset.label));
};

/**
 * Let a node be at least as high with an answer as with the first part of it, so that nothing below it moves up.
 * @param {HTMLElement} node before it is drawn
 * @param {'first' | 'whole' | 'none'} answer that it is going to show
 */
export const keepHeight = (node, answer) => {
  const {style, dataset} = node;
  if (answer === 'whole' && dataset.answer === 'first') style.minHeight = `${node.offsetHeight}px`;
  else if (answer !== 'whole') style.minHeight = '';
  dataset.answer = answer;
};

/** @type {AbortController | undefined} */
let following;

/**
 * Scroll the page until an element begins in the upper part of the window. What arrives later makes the page longer, so
 * this is repeated after each change of its size, until the next input of the visitor.
 * @param {HTMLElement} node
 */
export const showFromTop = node => {
  following?.abort();
  const {signal} = (following = new AbortController());
  const behavior = scrollBehavior();
  const observer = new ResizeObserver(() => {
    const {top} = node.getBoundingClientRect();
    if (top < 0 || top > 0.3 * innerHeight) node.scrollIntoView({block: 'start', behavior});
  });
  observer.observe(node);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const input of ['pointerdown', 'wheel', 'keydown', 'touchmove'])
    document.addEventListener(input, () => following?.abort(), {signal, passive: true, capture: true});
};

/**
 * The element that has the focus, in the document or in the shadow root that a node is in.
 * @param {Node} node
 */
export const focusedNear = node =>
  /** @type {Part | null} */ (/** @type {Document} */ (node.getRootNode()).activeElement);

/**
 * The element that an event came from.
 * @param {Event} event
 */
export const targetOf = event => /** @type {Part} */ (event.target);

/**
 * The drawing context of a canvas.
 * @param {HTMLCanvasElement} canvas
 */
export const penOf = canvas => /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
