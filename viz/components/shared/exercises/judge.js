// The browser's twin of `core.exercises.exercise`: whether an answer is right. Pure.

/** @import {SentAnswer} from '../wire.js' */

const ROUNDING = 1e-9; // of sums of decimal numbers

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {unknown} value */
const isNumber = value => typeof value === 'number' && Number.isFinite(value);

/** @type {Record<SentAnswer['form'], (answer: any, given: any) => boolean>} */
const JUDGES = {
  choice: ({right}, given) => isNumber(given) && given === right,
  amount: ({value, tolerance}, given) => isNumber(given) && Math.abs(given - value) <= tolerance + ROUNDING,
  head: ({right}, given) => Array.isArray(given) && right.some((/** @type {unknown} */ one) => isSame(one, given)),
  token: ({right}, given) => isNumber(given) && right.includes(given),
  cells: ({right}, given) => isSame(right, given),
  order: ({right}, given) => isSame(right, given),
};

/**
 * Whether an answer is right.
 * @param {SentAnswer} answer with its key
 * @param {unknown} given choice: place; amount: number; head: [kind, layer, head]; token: place; cells: bools
 *   [rows][columns]; order: places
 */
export const isRight = (answer, given) => JUDGES[answer.form](answer, given);

/**
 * What can be answered before anything was chosen; null where a choice is needed.
 * @param {SentAnswer} answer
 */
export const firstGiven = answer => {
  const {form, rows = [], columns = [], options = []} = answer;
  if (form === 'cells') return rows.map(() => columns.map(() => false));
  if (form === 'order') return options.map((_, i) => i);
  return null;
};

/**
 * The head that the address names as a person picks it in the explorer: [kind, layer, head]; null while it names none
 * of this kind.
 * @param {Record<string, string>} fields of the address
 * @param {string | undefined} wanted kind
 */
export const shownHead = ({kind, layer, head}, wanted) =>
  kind === wanted && layer && head ? [kind, Number(layer) - 1, Number(head) - 1] : null;

/**
 * Notes which head the address names: `changed` returns it when a reader picked another one, else null. One that the
 * page was led to, or that completes an address without a head of any kind, was not picked; after `anew` it counts,
 * because a reader who is led to the explorer may mean the head that is open.
 * @param {string | undefined} kind
 */
export const makePicks = kind => {
  let last = '';
  let isWhole = false; // whether the address named a head of any kind
  let isAnew = false;
  return {
    anew: () => {
      isAnew = true;
    },
    /**
     * @param {Record<string, string>} fields of the address
     * @param {boolean} isLed
     */
    changed: (fields, isLed) => {
      const head = shownHead(fields, kind);
      const now = JSON.stringify(head);
      const isPicked = isAnew || (isWhole && !isLed && now !== last);
      last = now;
      isWhole = Boolean(fields.kind && fields.layer && fields.head);
      isAnew &&= !head;
      return isPicked ? head : null;
    },
  };
};
