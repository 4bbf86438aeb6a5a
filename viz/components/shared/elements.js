// Elements of the page, and where keys lead among them.

import {clamp} from './numbers.js';

export const SVG = 'http://www.w3.org/2000/svg';

export const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

export const makeSvg = (name, attributes = {}, ...children) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

export const makePicture = (name, {width, height}) =>
  makeSvg('svg', {class: name, width, height, viewBox: `0 0 ${width} ${height}`});

/** A sentence of the catalogue with its {tokens} set apart as code. */
export const sayTokens = (texts, key, values) => (texts[key] ?? key).split(/(\{\w+\})/).map(part => {
  const name = part.slice(1, -1);
  return part[0] === '{' && name in values ? make('code', {}, values[name]) : part;
});

/** Arrow keys, Home and End on a row of n choices; the new index or null. */
export const movedIndex = (key, index, n) => {
  const back = index - 1, on = index + 1;
  const moves = {ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on, Home: 0, End: n - 1};
  return key in moves ? clamp(moves[key], 0, n - 1) : null;
};

/** Scroll a table, not the page, until a row of it can be seen below the headings. */
export const keepRowInSight = (scroll, row) => {
  const above = row.closest('table').tHead.offsetHeight, {offsetTop: top, offsetHeight: height} = row;
  if (top < scroll.scrollTop + above) scroll.scrollTop = top - above;
  else if (top + height > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + height - scroll.clientHeight;
};
