// Controls of a lab: their declarations, and what a value becomes that comes from a person or from a link.

import {clamp} from '../../shared/numbers.js';

/** @import {Control, Facts, Lab, Value, Values} from '../types.js' */

/**
 * A number between bounds, which may depend on the model.
 * @param {string} name
 * @param {{low: Control['low'], high: Control['high'], step?: number, first: Control['first']}} given
 * @returns {Control}
 */
export const range = (name, {low, high, step = 1, first}) => ({name, kind: 'range', low, high, step, first});

/**
 * One of a few options.
 * @param {string} name
 * @param {string[]} options
 * @param {Control['first']} [first]
 * @returns {Control}
 */
export const oneOf = (name, options, first = options[0]) => ({name, kind: 'choice', options, first});

/**
 * One of some names that depend on the model or the sentence, such as tokens; its value is an index.
 * @param {string} name
 * @param {(facts: Facts) => string[]} names
 * @param {Control['first']} [first]
 * @returns {Control}
 */
export const pick = (name, names, first = 0) => ({name, kind: 'pick', names, first});

/**
 * On or off.
 * @param {string} name
 * @param {boolean} [first]
 * @returns {Control}
 */
export const toggle = (name, first = false) => ({name, kind: 'toggle', first});

/**
 * A text.
 * @param {string} name
 * @param {Control['first']} first
 * @param {{most?: number, lines?: number}} [given]
 * @returns {Control}
 */
export const entry = (name, first, {most = 400, lines = 1} = {}) => ({name, kind: 'entry', first, most, lines});

/**
 * @template T
 * @param {T | ((facts: Facts) => T) | undefined} given
 * @param {Facts} facts
 * @param {T} missing
 * @returns {T}
 */
const resolved = (given, facts, missing) =>
  typeof given === 'function' ? /** @type {(facts: Facts) => T} */ (given)(facts) : (given ?? missing);

/**
 * The bounds of a range or a pick.
 * @param {Control} control
 * @param {Facts} facts
 */
export const boundsOf = ({kind, low, high, names}, facts) =>
  kind === 'pick'
    ? {low: 0, high: Math.max(0, (names?.(facts).length ?? 1) - 1)}
    : {low: resolved(low, facts, 0), high: resolved(high, facts, 1)};

/**
 * A number on the grid of a control, from its lower bound on.
 * @param {number} value
 * @param {{low: number, high: number}} bounds
 * @param {number} step
 */
const onGrid = (value, {low, high}, step) => low + Math.round((clamp(value, low, high) - low) / step) * step;

/**
 * @param {Control} control
 * @param {number} value
 * @param {Facts} facts
 */
const allowedNumber = (control, value, facts) => {
  const {step = 1, first} = control;
  const bounds = boundsOf(control, facts);
  const isFree = !Number.isInteger(step) || value === resolved(first, facts, '');
  return isFree ? clamp(value, bounds.low, bounds.high) : onGrid(value, bounds, step);
};

/**
 * What a raw value becomes: within bounds and one of the options; null if it is none of that. A control with whole
 * steps takes it to the nearest one, but never the value that it begins with, such as one of the model's settings.
 * @param {Control} control
 * @param {unknown} raw
 * @param {Facts} facts
 * @returns {Value | null}
 */
export const readValue = (control, raw, facts) => {
  const {kind, options = [], most = 400} = control;
  if (kind === 'toggle') return typeof raw === 'boolean' ? raw : null;
  if (kind === 'choice') return options.includes(String(raw)) ? String(raw) : null;
  if (kind === 'entry') return typeof raw === 'string' ? raw.slice(0, most) : null;
  const value = raw === '' || raw === null || typeof raw === 'boolean' ? NaN : Number(raw);
  return Number.isFinite(value) ? allowedNumber(control, value, facts) : null;
};

/**
 * The value that a control begins with.
 * @param {Control} control
 * @param {Facts} facts
 */
const firstValue = (control, facts) =>
  readValue(control, resolved(control.first, facts, ''), facts) ?? boundsOf(control, facts).low;

/**
 * Every control's value: of a link where it is valid, else the first.
 * @param {Lab} lab
 * @param {Facts} facts
 * @param {Values} [given]
 * @returns {Values}
 */
export const firstValues = ({controls}, facts, given = {}) =>
  Object.fromEntries(
    controls.map(control => [
      control.name,
      readValue(control, given[control.name], facts) ?? firstValue(control, facts),
    ]),
  );

/** Choices of a layer: as many as the deeper stack has, without names. @param {Facts} facts */
export const everyLayer = facts => Array.from({length: Math.max(facts.num_layers, facts.decoder_layers)}, () => '');
