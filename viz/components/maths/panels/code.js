// The lines that computed a lab's figures: those of the browser as they run, and those of the core.

import {make} from '../../shared/elements.js';
import {drawListings} from '../../shared/listing.js';
import {say} from '../../shared/text.js';

/** @import {Bench} from '../types.js' */

/**
 * A function of the browser as a listing.
 * @param {Bench} bench
 */
const browserListing = ({lab, texts}) =>
  make(
    'figure',
    {class: 'gf-listing'},
    make(
      'figcaption',
      {},
      make('code', {}, 'compute'),
      ` ${say(texts, 'code_browser', {file: `viz/labs/${lab.name}/lab.js`})}`,
    ),
    make(
      'div',
      {class: 'gf-listing-scroll', tabindex: 0, role: 'group', 'aria-label': 'compute'},
      make('pre', {class: 'gf-lab-source'}, String(lab.compute)),
    ),
  );

/**
 * Show the code of the lab that is open.
 * @param {Bench} bench
 */
export const drawCode = async bench => {
  const {lab, values, facts, texts} = bench;
  const place = bench.part('listings');
  const own = lab.ask ? [] : [browserListing(bench)];
  const [question] = [lab.ask ? lab.ask(values, facts) : values].flat();
  place.setAttribute('aria-busy', 'true');
  /** @type {any} */
  let reply;
  try {
    reply = await bench.server?.lab_code({id: facts.id, lab: lab.name, values: question, turn: 0});
  } catch (error) {
    console.error(error);
  }
  if (bench.lab !== lab) return;
  place.setAttribute('aria-busy', 'false');
  place.dataset.lists = lab.name;
  const words = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key.replace(/^listing\./, 'code.'), text]),
  );
  place.replaceChildren(...own, ...drawListings(words, reply?.code ?? []));
};
