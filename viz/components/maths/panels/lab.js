// What stands around the figures of a lab: its words, its numbers, and where to go next.

import {make, withFormulas} from '../../shared/elements.js';
import {drawListings} from '../../shared/listing.js';
import {say, withBlank} from '../../shared/text.js';
import {paragraph} from '../draw/frame.js';
import {minus} from '../../shared/numbers.js';
import {FIGURES, LOSS_DECIMALS, num} from '../model/numbers.js';

/** @import {Bench, Drawn} from '../types.js' */

// The lines that computed a lab's figures: those of the browser as they run, and those of the core.

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

/**
 * Say how far several answers have come; nothing with empty words.
 * @param {Bench} bench
 * @param {string} words
 */
export const showProgress = ({part}, words) => Object.assign(part('progress'), {hidden: !words, textContent: words});

/**
 * The words of the lab that is open.
 * @param {Bench} bench
 */
export const drawWords = ({lab, texts, labs, part}) => {
  const {name, section, see = []} = lab;
  const own = (/** @type {string} */ key) => texts[`${name}.${key}`];
  part('head').replaceChildren(
    make('h2', {}, own('title')),
    make('p', {class: 'gf-maths-question'}, ...withFormulas(own('question'))),
    ...(own('formula')
      ? [
          make(
            'div',
            {class: 'gf-maths-formula'},
            ...own('formula')
              .split('\n')
              .map(line => make('div', {}, ...withFormulas(line))),
          ),
        ]
      : []),
    ...paragraph('gf-maths-intro', own('intro')),
    make('p', {class: 'gf-maths-section'}, section ? say(texts, 'section', {section}) : say(texts, 'no_section')),
  );
  part('look').replaceChildren(
    ...(own('look') ? [make('b', {}, withBlank(say(texts, 'look_for'))), ...withFormulas(own('look'))] : []),
  );
  part('see').replaceChildren(
    ...see.map(other =>
      make(
        'span',
        {},
        withBlank(own(`see.${other}`)),
        make('button', {type: 'button', 'data-go': other}, say(texts, `${other}.title`)),
      ),
    ),
  );
  const at = labs.indexOf(lab);
  const before = labs[at - 1];
  const after = labs[at + 1];
  part('turn').replaceChildren(
    ...(before
      ? [make('button', {type: 'button', 'data-go': before.name}, `←\u00a0${say(texts, `${before.name}.title`)}`)]
      : []),
    ...(after
      ? [
          make(
            'button',
            {type: 'button', 'data-go': after.name, 'data-turn': 'next'},
            `${say(texts, `${after.name}.title`)}\u00a0→`,
          ),
        ]
      : []),
  );
};

/**
 * @param {Bench} bench
 * @param {Pick<Drawn, 'numbers' | 'digits' | 'isLoss'>} drawn
 */
export const drawNumbers = ({lab, texts, part}, {numbers = {}, digits = FIGURES, isLoss = false}) => {
  const list = part('numbers');
  /** @param {number} value */
  const written = value => (isLoss && !Number.isInteger(value) ? minus(value, LOSS_DECIMALS) : num(value, digits));
  const entries = Object.entries(numbers);
  const words = entries.map(([name]) => [name, say(texts, `${lab.name}.number.${name}`)]);
  const named = JSON.stringify(words);
  if (list.dataset.drawn !== named) {
    // a dragged control changes values only
    list.dataset.drawn = named;
    list.replaceChildren(...words.flatMap(([name, word]) => [make('dt', {}, word), make('dd', {'data-number': name})]));
  }
  entries.forEach(([, value], i) => {
    const place = list.children[2 * i + 1];
    const text = typeof value === 'number' ? written(value) : value;
    place.dataset.value = String(value);
    if (place.textContent !== text) place.textContent = text;
  });
};
