// The numbers of a head as a file, and where those of a saved file come from.

import {csvField} from '../../shared/text.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {headInTable} from './names.js';

/** @import {Choice, Packed, Sheet} from '../types.js' */

// The numbers of one head as a CSV file.

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

/**
 * Source, translation, model, decoding and scores; the server adds the SHA-256 of the weights and its versions.
 * @param {Packed} packed
 * @param {string} lens
 * @param {any} reply of the server, or null without one
 * @returns {Record<string, any>}
 */
export const provenanceOf = ({source, translation, checkpoint, decoding, hypotheses, chosen}, lens, reply) => {
  const found = hypotheses[chosen];
  return {
    source,
    translation,
    checkpoint,
    beam_size: decoding?.beam_size ?? null,
    alpha: decoding?.alpha ?? null,
    rank: found ? chosen + 1 : null,
    forced: Boolean(decoding) && !found,
    log_probability: found?.log_prob ?? null,
    score: found?.score ?? null,
    ...(reply && !reply.problem ? reply : {}),
    lens: lens === WEIGHTS ? null : lens,
  };
};

/** @param {string} c */
const escaped = c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON in ASCII.
 * @param {object} provenance
 */
export const jsonText = provenance => JSON.stringify(provenance).replace(/[\u007f-\uffff]/g, escaped);

/**
 * The first line of a CSV file, without separators in its texts: what follows one could become a spreadsheet's formula.
 * @param {object} provenance
 */
export const commentLine = provenance =>
  `# ${jsonText(provenance).replace(/"(?:[^"\\]|\\.)*"/g, text => text.replace(/[,;]/g, escaped))}\n`;
