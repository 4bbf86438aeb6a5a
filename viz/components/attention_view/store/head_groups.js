// Groups of heads: a layer, a column, a kind, a rectangle, the whole model; their state in the lab, and their joint
// cost.

import {KINDS} from '../../shared/kinds.js';
import {headOfName, nameOfHead} from '../numbers/heads.js';
import {logProbTotal, rankedHeads} from '../numbers/outcome.js';

/** @import {HeadTuple, Kind, Lab, Packed, Variant} from '../types.js' */

/** @typedef {{state: 'none' | 'some' | 'all', gate: string, changed: number, heads: number}} GroupState */

/** @param {number} n */
const range = n => Array.from({length: n}, (_, i) => i);

/**
 * @param {Packed} packed
 * @param {Kind} kind
 */
export const headsOfKind = ({kinds}, kind) => {
  const [layers, heads] = kinds[kind].shape;
  return range(layers).flatMap(layer => range(heads).map(head => nameOfHead({kind, layer, head})));
};

/** @param {Packed} packed */
export const headsOfModel = packed => KINDS.flatMap(kind => headsOfKind(packed, kind));

/**
 * How many heads of a group are off or uniform. `gate` is what all of them are; '' where they differ.
 * @param {Map<string, string>} gates
 * @param {string[]} names
 * @returns {GroupState}
 */
export const groupState = (gates, names) => {
  const states = new Set(names.map(name => gates.get(name) ?? 'on'));
  const changed = names.filter(name => gates.has(name)).length;
  const some = changed === names.length ? 'all' : 'some';
  return {state: changed ? some : 'none', gate: states.size === 1 ? [...states][0] : '', changed, heads: names.length};
};

/** @type {Record<string, string>} */
const NEXT = {on: 'off', off: 'uniform', uniform: 'on'};

/**
 * The state to which a click sets all heads of a group: off if they differ.
 * @param {{gate: string}} state
 */
export const nextGate = ({gate}) => NEXT[gate] ?? 'off';

/**
 * The selection after a group was chosen: without it if all of it was selected, else with it.
 * @param {string[]} selected
 * @param {string[]} names
 */
export const toggledSelection = (selected, names) =>
  names.every(name => selected.includes(name))
    ? selected.filter(name => !names.includes(name))
    : [...new Set([...selected, ...names])];

/**
 * The heads of the rectangle between two heads of a kind; of another kind, the second alone.
 * @param {string} from
 * @param {string} to
 */
export const headsBetween = (from, to) => {
  const a = headOfName(from);
  const b = headOfName(to);
  if (a.kind !== b.kind) return [to];
  const [top, left] = [Math.min(a.layer, b.layer), Math.min(a.head, b.head)];
  return range(Math.abs(a.layer - b.layer) + 1).flatMap(layer =>
    range(Math.abs(a.head - b.head) + 1).map(head => nameOfHead({kind: b.kind, layer: top + layer, head: left + head})),
  );
};

/**
 * What several heads cost together, and alone: nats of the same words. `sum` is null until the single costs are known.
 * Null where that is not defined: for other words, edited rows, uniform heads, or fewer than two heads.
 * @param {Lab} lab
 * @param {Packed} packed
 * @param {Variant | null} variant
 */
export const jointCost = (lab, packed, variant) => {
  const gates = [...lab.gates];
  if (
    !variant?.change.same ||
    variant.first ||
    lab.edits.size ||
    gates.length < 2 ||
    gates.some(([, state]) => state !== 'off')
  )
    return null;
  const singles = lab.rankings.get(packed.id);
  const losses = singles ? new Map(rankedHeads(singles).map(at => [nameOfHead(at), at.loss])) : null;
  const known = losses && gates.every(([name]) => losses.has(name));
  return {
    heads: gates.length,
    joint: logProbTotal(packed) - logProbTotal(variant.packed),
    sum: known ? gates.reduce((sum, [name]) => sum + Number(losses.get(name)), 0) : null,
  };
};

/**
 * Numbers in order as ranges: 1-3, 5.
 * @param {number[]} numbers
 */
const ranges = numbers =>
  numbers
    .toSorted((a, b) => a - b)
    .reduce((/** @type {[number, number][]} */ found, n) => {
      const last = found.at(-1);
      if (last && last[1] === n - 1) last[1] = n;
      else found.push([n, n]);
      return found;
    }, []);

/** @param {[number, number]} ends */
const rangeText = ([first, last]) => (first === last ? String(first) : `${first}-${last}`);

/**
 * Heads as short as they can be said, layers and heads from 1: c.3.1, a block as c.1-2.1-4.
 * @param {HeadTuple[]} heads
 */
export const headsText = heads =>
  KINDS.flatMap(kind => {
    const own = heads.filter(one => one[0] === kind);
    /** @type {Map<string, number[]>} */
    const layers = new Map(); // that have the same heads
    for (const layer of new Set(own.map(one => one[1]).toSorted((a, b) => a - b))) {
      const said = JSON.stringify(ranges([...new Set(own.filter(one => one[1] === layer).map(one => one[2] + 1))]));
      layers.set(said, [...(layers.get(said) ?? []), layer + 1]);
    }
    return [...layers].flatMap(([said, numbers]) =>
      ranges(numbers).flatMap(rows =>
        JSON.parse(said).map(
          (/** @type {[number, number]} */ columns) => `${kind[0]}.${rangeText(rows)}.${rangeText(columns)}`,
        ),
      ),
    );
  }).join(',');

const MOST = 4096; // heads that a link can name
const COUNT = '([1-9]\\d{0,2})(?:-([1-9]\\d{0,2}))?';
const BLOCK = new RegExp(`^([edc])\\.${COUNT}\\.${COUNT}$`);

/**
 * The heads that a text names, from 0; what cannot be read is left out.
 * @param {string} text
 * @returns {HeadTuple[]}
 */
export const headsOfText = text =>
  text
    .split(',')
    .flatMap(item => {
      const [, letter, top, bottom = top, left, right = left] = BLOCK.exec(item) ?? [];
      const kind = KINDS.find(name => name.startsWith(letter ?? '?'));
      const rows = +bottom - +top + 1;
      const columns = +right - +left + 1;
      if (!kind || !(rows * columns <= MOST)) return [];
      return range(Math.max(0, rows)).flatMap(layer =>
        range(Math.max(0, columns)).map(head => /** @type {HeadTuple} */ ([kind, +top - 1 + layer, +left - 1 + head])),
      );
    })
    .slice(0, MOST);
