// What an exercise says: its words with tokens, heads, numbers and formulas as the page shows them.

import {make, withFormulas} from '../elements.js';
import {grouped} from '../locale.js';
import {minus} from '../numbers.js';
import {markedToken, say} from '../text.js';

/** @import {Texts} from '../types.js' */
/** @import {SentExercise, SentValue} from '../wire.js' */

const FIGURES = 4; // significant digits of a measured number; one with fewer is shown as it is
const GROUPED = 10_000; // whole numbers from here on are written in groups of digits

/** @param {number} value */
export const numberWords = value => {
  if (Number.isInteger(value)) return Math.abs(value) < GROUPED ? minus(value, 0) : grouped(value);
  return String(Number(value.toPrecision(FIGURES))).replaceAll('-', '−');
};

/**
 * A number with its unit.
 * @param {Texts} texts
 * @param {number} value
 * @param {string} unit of an `amount`
 */
export const amountWords = (texts, value, unit) => say(texts, `unit.${unit}`, {value: numberWords(value)});

/**
 * @param {Texts} texts
 * @param {readonly [string, number, number]} head kind, layer and head, from 0
 */
export const headWords = (texts, [kind, layer, head]) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

/** @param {string} words at the beginning of a sentence */
const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} token */
export const tokenNode = token => make('code', {class: 'gf-exercise-token'}, markedToken(token));

/**
 * A value as nodes.
 * @param {Texts} texts
 * @param {SentExercise} exercise
 * @param {SentValue} value
 * @returns {(Node | string)[]}
 */
export const valueNodes = (texts, {chapter, name}, value) => {
  if (value.token !== undefined) return [tokenNode(value.token)];
  if (value.head) return [headWords(texts, value.head)];
  if (value.number !== undefined) return [numberWords(value.number)];
  if (value.phrase === undefined) return [value.text ?? ''];
  return withFormulas(say(texts, value.phrase.includes('.') ? value.phrase : `${chapter}.${name}.${value.phrase}`));
};

/**
 * The words of an exercise, or those that explain its key.
 * @param {Texts} texts
 * @param {SentExercise} exercise
 * @param {'' | '.why'} [what]
 * @returns {(Node | string)[]}
 */
export const exerciseNodes = (texts, exercise, what = '') => {
  const {chapter, name, values} = exercise;
  const key = `${chapter}.${name}${what}`;
  return (texts[key] ?? key).split(/(<math[\s\S]*?<\/math>|\{\w+\})/).flatMap((part, i, parts) => {
    const field = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!field || !(field in values)) return withFormulas(part);
    const {head} = values[field];
    const isStart = !parts.slice(0, i).join('');
    return head && isStart ? [capital(headWords(texts, head))] : valueNodes(texts, exercise, values[field]);
  });
};
