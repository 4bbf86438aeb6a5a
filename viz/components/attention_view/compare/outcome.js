// The result of a comparison: both outputs aligned token by token, and the difference of each head's weights.

import {alignTokens} from '../../shared/align.js';
import {cssColour, readableOn, shade} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {changeText, clamp, probabilityText, signedText} from '../../shared/numbers.js';
import {inARow, markedToken, plainToken, say} from '../../shared/text.js';
import {axisNames, headName, nameOfHead, sideName} from '../numbers/heads.js';
import {DIFFERENCE_FULL, logOf, logProbTotal, whatDiffers} from '../numbers/outcome.js';
import {keyTokens, quantisedHead, queryTokens} from '../numbers/payload.js';
import {changeWords} from '../second_translation/strip.js';
import {markedStep, stepOn} from '../store/selectors.js';

/** @import {Alignment, Child, Choice, HeadAt, Kind, Packed, View} from '../types.js' */
/** @import {Compare} from './types.js' */

// Two translations side by side: their aligned tokens, and the distance of each head's weights.

/**
 * Columns of two aligned outputs: [base index, variant index], -1 where there is none. Tokens between two pairs share
 * columns without being counterparts: {base, variant, pair: false}.
 * @param {Alignment} alignment
 */
export const compareColumns = ({forward, back}) => {
  /** @type {{base: number, variant: number, pair: boolean}[]} */
  const columns = [];
  /**
   * @param {number} i
   * @param {number} iEnd
   * @param {number} j
   * @param {number} jEnd
   */
  const flush = (i, iEnd, j, jEnd) => {
    for (let n = 0; n < Math.max(iEnd - i, jEnd - j); n++)
      columns.push({base: i + n < iEnd ? i + n : -1, variant: j + n < jEnd ? j + n : -1, pair: false});
  };
  let i = 0;
  let j = 0;
  forward.forEach((there, here) => {
    if (there < 0) return;
    flush(i, here, j, there);
    columns.push({base: here, variant: there, pair: true});
    [i, j] = [here + 1, there + 1];
  });
  flush(i, forward.length, j, back.length);
  return columns;
};

/** @param {Alignment} alignment */
const alignedPairs = ({forward}) =>
  Array.from(forward, (there, here) => [here, there]).filter(([, there]) => there >= 0);

/**
 * Corresponding rows and columns of a kind's attention, and the cells that neither model masks.
 * @param {Packed} base
 * @param {Packed} variant
 * @param {Kind} kind
 * @param {Choice['rows']} rows
 */
const comparedCells = (base, variant, kind, rows) => {
  /** @param {Packed} packed */
  const tokens = packed => [queryTokens(packed, kind, rows), keyTokens(packed, kind)];
  const [[queries, keys], [otherQueries, otherKeys]] = [tokens(base), tokens(variant)];
  const cells = [];
  const byQuery = alignedPairs(alignTokens(queries, otherQueries));
  const byKey = alignedPairs(alignTokens(keys, otherKeys));
  for (const [q, p] of byQuery)
    for (const [k, l] of byKey)
      if (kind !== 'decoder' || (k <= q && l <= p)) cells.push([q * keys.length + k, p * otherKeys.length + l]);
  /**
   * @param {string[]} all
   * @param {number[][]} pairs
   * @param {number} end
   */
  const missing = (all, pairs, end) => all.filter((_, i) => !pairs.some(pair => pair[end] === i));
  return {
    cells,
    byQuery,
    byKey,
    queries,
    keys,
    left: {
      queries: missing(queries, byQuery, 0),
      keys: missing(keys, byKey, 0),
      otherQueries: missing(otherQueries, byQuery, 1),
      otherKeys: missing(otherKeys, byKey, 1),
    },
  };
};

/**
 * A mean difference to the two digits that 8 bits hold (1/255 = 0.004).
 * @param {number} value
 */
export const meanDifferenceText = value => {
  if (value === 0) return '0';
  return value < 0.005 ? '<0.01' : `≈${value.toFixed(2)}`;
};

/**
 * Mean absolute difference of the weights of each head over the cells that correspond: [layers][heads] of the larger
 * model; NaN if one of the two lacks the head, or no cell corresponds.
 * @param {Packed} base
 * @param {Packed} variant
 * @param {Kind} kind
 * @param {number[][]} cells
 */
const headDifferences = (base, variant, kind, cells) => {
  const shapes = [base, variant].map(({kinds}) => kinds[kind].shape);
  /** @param {number} axis */
  const both = axis => shapes.map(shape => shape[axis]);
  const [layers, heads] = [both(0), both(1)];
  /** @param {number} n */
  const range = n => Array.from({length: n}, (_, i) => i);
  /**
   * @param {number} layer
   * @param {number} head
   */
  const differenceOf = (layer, head) => {
    if (layer >= Math.min(...layers) || head >= Math.min(...heads) || !cells.length) return NaN;
    const one = quantisedHead(base, {kind, layer, head});
    const two = quantisedHead(variant, {kind, layer, head});
    return cells.reduce((sum, [a, b]) => sum + Math.abs(one[a] - two[b]), 0) / cells.length / 255;
  };
  return range(Math.max(...layers)).map(layer => range(Math.max(...heads)).map(head => differenceOf(layer, head)));
};

/**
 * @param {Compare} compare
 * @param {string} name
 */
export const comparePart = (compare, name) => compare.host.querySelector(`[data-compare="${name}"]`);

/**
 * The change of a token's probability as a bar from the middle; null without a counterpart.
 * @param {number | null} by
 */
const differenceBar = by => {
  const change = by ?? 0;
  const sign = change < 0 ? 'less' : 'more';
  const bar = make('i', {class: 'gf-fill'});
  const share = by === null ? 0 : 50 * clamp(Math.abs(change) / DIFFERENCE_FULL, change ? 0.02 : 0, 1);
  bar.style.width = `${share}%`;
  bar.style.left = `${change < 0 ? 50 - share : 50}%`;
  return make('span', {class: 'gf-track gf-diverging', 'data-sign': sign}, bar);
};

/** @param {View} view */
const bothNames = view => ({first: sideName(view, 'base'), second: sideName(view, 'variant')});

/**
 * @param {View} view
 * @param {{base: number, variant: number, pair: boolean}} given
 */
const compareItem = (view, {base, variant, pair}) => {
  const {texts, packed} = view;
  const other = view.variant.packed;
  const none = say(texts, 'compare.none');
  /**
   * @param {Packed} which
   * @param {number} index
   */
  const shown = (which, index) =>
    index < 0 ? ['', ''] : [markedToken(which.predicted_tokens[index]), probabilityText(which.probabilities[index])];
  const [token, p] = shown(packed, base);
  const [newToken, newP] = shown(other, variant);
  const by = pair ? logOf(other.probabilities[variant]) - logOf(packed.probabilities[base]) : null;
  /**
   * @param {string} name
   * @param {string} letters
   * @param {string} number
   */
  const half = (name, letters, number) =>
    make(
      'span',
      {class: `gf-compare-half gf-compare-${name}`},
      make('span', {class: 'gf-letters'}, letters.slice(0, 200)),
      make('small', {}, number),
    );
  const label = pair
    ? say(texts, 'compare.pair', {token, p, other: newP, by: signedText(by ?? 0, 3)})
    : say(texts, 'compare.apart', {token: token || none, other: newToken || none, ...bothNames(view)});
  const change = pair ? signedText(Math.abs(by ?? 0) < 0.005 ? 0 : (by ?? 0), 2) : '';
  const middle = make('span', {class: 'gf-compare-by'}, differenceBar(by), make('small', {}, change));
  return make(
    'li',
    {},
    make(
      'button',
      {
        type: 'button',
        class: 'gf-compare-pair',
        'data-base': base,
        'data-variant': variant,
        'data-pair': pair,
        title: label,
        'aria-label': label,
      },
      half('base', token, p),
      middle,
      half('variant', newToken, newP),
    ),
  );
};

/**
 * @param {View} view
 * @param {Compare} compare
 */
export const drawCompareOutputs = (view, compare) => {
  const {texts, packed, variant} = view;
  /** @param {string} name */
  const part = name => comparePart(compare, name);
  const columns = compareColumns(variant.steps);
  const pairs = columns.filter(({pair}) => pair).length;
  const [before, after] = [logProbTotal(packed), logProbTotal(variant.packed)];
  part('outputs-title').replaceChildren(
    make('span', {}, say(texts, 'compare.outputs')),
    make('span', {class: 'gf-hint'}, inARow(changeWords(view))),
  );
  part('base-name').textContent = sideName(view, 'base');
  part('gap-name').textContent = say(texts, 'compare.nats');
  part('variant-name').textContent = sideName(view, 'variant');
  part('outputs').setAttribute('aria-label', say(texts, 'compare.outputs'));
  part('outputs').replaceChildren(...columns.map(column => compareItem(view, column)));
  const apart = whatDiffers(view);
  const totals = apart ? `variant.total.${apart}` : 'compare.outputs.total';
  part('outputs-note').textContent = inARow([
    say(texts, 'compare.outputs.note', {
      pairs,
      base: packed.predicted_tokens.length,
      variant: variant.packed.predicted_tokens.length,
      ...bothNames(view),
    }),
    say(texts, totals, {before: signedText(before, 3), after: signedText(after, 3), by: changeText(before, after, 3)}),
  ]);
};

/** @param {string[]} tokens */
const compareLeft = tokens =>
  tokens
    .slice(0, 6)
    .map(token => plainToken(token).slice(0, 24))
    .join(' · ') + (tokens.length > 6 ? ' · …' : '');

/**
 * Sentences about the compared rows and columns, and those without counterparts.
 * @param {View} view
 * @param {any} found
 * @param {boolean} long
 */
const compareSentences = (view, found, long) => {
  const {
    texts,
    packed,
    variant,
    choice: {kind, rows},
  } = view;
  const other = variant.packed;
  /** @type {string[]} */
  const sentences = [];
  if (long) return [say(texts, 'compare.long')];
  /**
   * @param {string} key
   * @param {object} [values]
   */
  const add = (key, values) => sentences.push(say(texts, `compare.${key}`, values));
  const names = bothNames(view);
  /**
   * @param {string} key
   * @param {string} side
   * @param {string[]} tokens
   */
  const list = (key, side, tokens) => {
    if (tokens.length) add(key, {count: tokens.length, tokens: compareLeft(tokens), side});
  };
  const axes = axisNames(texts, {kind, rows});
  const {left} = found;
  const [, , queries, keys] = packed.kinds[kind].shape;
  const [, , otherQueries, otherKeys] = other.kinds[kind].shape;
  add('rows', {name: axes.query, pairs: found.byQuery.length, base: queries, variant: otherQueries, ...names});
  add('columns', {name: axes.key, pairs: found.byKey.length, base: keys, variant: otherKeys, ...names});
  list('left.rows', names.first, left.queries);
  list('left.rows', names.second, left.otherQueries);
  list('left.columns', names.first, left.keys);
  list('left.columns', names.second, left.otherKeys);
  add(kind === 'decoder' ? 'cells.causal' : 'cells', {count: found.cells.length});
  /** @param {Packed} one */
  const shape = one => one.kinds[kind].shape.slice(0, 2).join(' × ');
  if (shape(packed) !== shape(other)) add('shapes', {base: shape(packed), variant: shape(other)});
  if (packed.checkpoint !== other.checkpoint) add('models');
  return sentences;
};

/**
 * One head: darker means a larger change of its weights; most is the largest difference of all.
 * @param {View} view
 * @param {number} value
 * @param {number} most
 * @param {HeadAt} at
 */
const compareTile = (view, value, most, at) => {
  const {texts, colours} = view;
  const known = !Number.isNaN(value);
  const name = headName(texts, at);
  const label = known
    ? say(texts, 'compare.tile', {name, value: meanDifferenceText(value)})
    : say(texts, 'compare.tile.none', {name});
  const tile = make(
    'button',
    {
      type: 'button',
      class: 'gf-compare-tile',
      'data-differs': nameOfHead(at),
      'data-value': known ? value : null,
      disabled: known ? null : '',
      tabindex: -1,
      'aria-label': label,
      title: label,
    },
    known ? meanDifferenceText(value) : '',
  );
  if (known) {
    const colour = shade(colours.background, colours.hues[at.kind], most > 1e-8 ? value / most : 0);
    tile.style.background = cssColour(colour);
    tile.style.color = cssColour(readableOn(colour, [colours.ink, colours.background]));
  }
  return tile;
};

/**
 * @param {View} view
 * @param {Compare} compare
 * @param {number} most
 */
const drawCompareLegend = (view, compare, most) => {
  const {
    texts,
    colours,
    choice: {kind},
  } = view;
  const ramp = make('i');
  const stops = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 1].map(
    share => `${cssColour(shade(colours.background, colours.hues[kind], share))} ${100 * share}%`,
  );
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  comparePart(compare, 'heads-legend').replaceChildren(
    '0',
    ramp,
    meanDifferenceText(most),
    make('span', {}, say(texts, 'compare.legend')),
  );
};

/**
 * @param {View} view
 * @param {Compare} compare
 */
export const drawCompareHeads = (view, compare) => {
  const {
    texts,
    packed,
    variant,
    choice: {kind, rows},
  } = view;
  /** @param {string} name */
  const part = name => comparePart(compare, name);
  const name = say(texts, `kind.${kind}`);
  const grid = part('heads');
  const long = Boolean(packed.kinds[kind].reduced || variant.packed.kinds[kind].reduced);
  const found = long ? null : comparedCells(packed, variant.packed, kind, rows);
  const values = !found ? [] : headDifferences(packed, variant.packed, kind, found.cells);
  const known = values.flat().filter(value => !Number.isNaN(value));
  const most = Math.max(1e-9, ...known);
  part('heads-title').replaceChildren(
    make('span', {}, say(texts, 'compare.heads')),
    make('span', {class: 'gf-hint'}, name),
  );
  part('cells-title').textContent = say(texts, 'compare.compared');
  part('cells').replaceChildren(...compareSentences(view, found, long).map(words => make('li', {}, words)));
  grid.setAttribute('aria-label', say(texts, 'compare.heads.label', {name}));
  grid.style.setProperty('--heads', values[0]?.length ?? 0);
  /**
   * @param {string} role
   * @param {...Child} children
   */
  const cell = (role, ...children) => make('div', {role}, ...children);
  /** @param {...Node} cells */
  const row = (...cells) => make('div', {role: 'row', class: 'gf-compare-row'}, ...cells);
  const headings = (values[0] ?? []).map((_, head) =>
    cell('columnheader', say(texts, 'heads.column', {head: head + 1})),
  );
  grid.replaceChildren(
    row(cell('cell'), ...headings),
    ...values.map((line, layer) =>
      row(
        cell('rowheader', say(texts, 'heads.row', {layer: layer + 1})),
        ...line.map((value, head) => cell('gridcell', compareTile(view, value, most, {kind, layer, head}))),
      ),
    ),
  );
  if (known.length) drawCompareLegend(view, compare, most);
  else part('heads-legend').replaceChildren();
  markCompare(view);
};

/**
 * The head and the step that the views show.
 * @param {View} view
 */
export const markCompare = view => {
  const {
    panels: {
      compare: {host},
    },
    choice,
  } = view;
  const own = nameOfHead(choice);
  const {forward} = view.variant?.steps ?? {};
  const tiles = [...host.querySelectorAll('[data-differs]')];
  const usable = tiles.filter(tile => !tile.disabled);
  const reached = usable.find(tile => tile.dataset.differs === own) ?? usable[0];
  for (const tile of tiles) {
    tile.toggleAttribute('data-current', tile.dataset.differs === own);
    tile.tabIndex = tile === reached ? 0 : -1;
  }
  if (!forward) return;
  const side = choice.side === 'variant' ? 'variant' : 'base';
  const step = stepOn(view, side);
  const other = markedStep(view, side === 'base' ? 'variant' : 'base');
  for (const pair of host.querySelectorAll('[data-pair]'))
    pair.classList.toggle('gf-now', +pair.dataset[side] === step && other >= 0 === (pair.dataset.pair === 'true'));
};
