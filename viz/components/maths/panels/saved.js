// The labs as one file that opens without the program: what the browser computes works in it, answers that were asked
// stay.

import {download} from '../../shared/saving.js';
import {say} from '../../shared/text.js';

/** @import {Bench} from '../types.js' */

/** @param {unknown} value */
const json = value => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Ask for the empty page and save it with what is here.
 * @param {Bench} bench
 * @param {Record<string, any>} held lab, values, words, answers
 */
export const savePage = async (bench, held) => {
  const reply = await bench.server?.lab_page({});
  if (typeof reply?.page !== 'string') throw new Error(reply?.problem ?? say(bench.texts, 'failed'));
  download(
    new Blob([reply.page.replace('{"held":null}', () => json(held))], {type: 'text/html'}),
    `glassformer-${bench.lab.name}.html`,
  );
};
