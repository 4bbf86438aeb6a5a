// Where the numbers of a saved file come from, as JSON.

import {WEIGHTS} from '../numbers/lenses.js';

/** @import {Packed} from '../types.js' */

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
