// The numbers of one head as a CSV file.

import {csvField} from '../../shared/text.js';
import {headInTable} from './names.js';
import {WEIGHTS} from '../numbers/lenses.js';

/** @import {Choice, Packed, Sheet} from '../types.js' */

/**
 * A sheet in long form: a line of each cell. Layers, heads and positions count from 1, as on the page.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {Sheet} sheet
 */
export const headCsv = (packed, choice, {values, exact, queries, keys, side}) => {
  const {kind, lens} = choice;
  const {layer, head} = headInTable(packed, choice);
  /** @param {number} value */
  const digits = value => (lens === WEIGHTS ? value.toFixed(3) : value.toPrecision(4)); // 8 bits hold no more
  /** @param {number} value */
  const number = value => {
    if (Number.isNaN(value)) return '';
    return exact ? value.toPrecision(9) : digits(value);
  };
  const name = `${lens === WEIGHTS ? 'weight' : lens}${side === 'difference' ? '_difference' : ''}`;
  const lines = [`kind,layer,head,query,key,query_token,key_token,${exact ? name : `${name}_quantised_8_bit`}`];
  queries.forEach((query, q) =>
    keys.forEach((key, k) => {
      const fields = [kind, layer, head, q + 1, k + 1, query, key, number(values[q * keys.length + k])];
      lines.push(fields.map(csvField).join(','));
    }),
  );
  return lines.join('\n') + '\n';
};
