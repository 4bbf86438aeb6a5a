// "Inside the maths": the lab that is open, next to the list of all. What a lab computes itself follows a control
// within a frame; what it asks the server for follows the answer.

import {readColours} from '../shared/colours.js';
import {writeTexts, focusedNear, showFromTop, targetOf} from '../shared/elements.js';
import {download} from '../shared/saving.js';
import {say} from '../shared/text.js';
import {followTheme, followWidth} from '../shared/watching.js';
import {drawControls} from './draw/controls.js';
import {drawFigures} from './draw/figures.js';
import {firstValues} from './model/controls.js';
import {makeAsker} from './panels/answers.js';
import {drawCode, drawNumbers, drawWords, showProgress} from './panels/lab.js';
import {drawList, fetchWords, markOpen, ordered} from './panels/list.js';

/** @import {Bench, Drawn, Facts, Lab, Part, Server, Texts, Values} from './types.js' */

// The labs as one file that opens without the program: what the browser computes works in it, answers that were asked
// stay.

/** @param {unknown} value */
const json = value => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Ask for the empty page and save it with what is here.
 * @param {Bench} bench
 * @param {Record<string, any>} held lab, values, words, answers
 */
const savePage = async (bench, held) => {
  const reply = await bench.server?.lab_page({});
  if (typeof reply?.page !== 'string') throw new Error(reply?.problem ?? say(bench.texts, 'failed'));
  download(
    new Blob([reply.page.replace('{"held":null}', () => json(held))], {type: 'text/html'}),
    `glassformer-${bench.lab.name}.html`,
  );
};

/** @param {string | undefined} text */
const valuesIn = text => {
  try {
    const found = JSON.parse(text ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
};

/**
 * Compute and draw the lab with the values at hand.
 * @param {Bench} bench
 */
const redraw = bench => {
  const {lab, values, facts, texts, answer, part, width} = bench;
  if (!width || (lab.ask && !answer)) return;
  /** @param {string} key @param {Record<string, any>} [given] */
  const own = (key, given) => say(texts, `${lab.name}.${key}`, given);
  const drawn = lab.draw(lab.compute(values, facts, answer), {say: own, values, facts});
  drawFigures(bench, part('figures'), drawn.figures, width, own('title'));
  drawNumbers(bench, drawn);
  if (part('reading').textContent !== (drawn.reading ?? '')) part('reading').textContent = drawn.reading ?? '';
  showProgress(bench, drawn.progress ?? '');
  part('lab').dataset.drawings = String(Number(part('lab').dataset.drawings ?? 0) + 1);
};

/**
 * Compute what the values ask for: here, or with the server's answer.
 * @param {Bench} bench
 * @param {ReturnType<typeof makeAsker>} asker
 */
const follow = (bench, asker) => {
  const {lab, values, facts, texts, part} = bench;
  asker.cancel();
  /** @param {string} problem */
  const report = problem => {
    part('problem').hidden = !problem;
    part('problem').textContent = problem;
  };
  part('reset').hidden = !Object.keys(bench.given).length;
  part('lab').setAttribute('aria-busy', 'false');
  if (!lab.ask) {
    report('');
    redraw(bench);
    return;
  }
  if (!facts.id) {
    report(say(texts, 'needs_model'));
    return;
  }
  const question = lab.ask(values, facts);
  // several answers, each of which takes its time
  if (Array.isArray(question)) showProgress(bench, say(texts, 'computing'));
  asker.ask(question, ({answer, problem, waiting}) => {
    part('lab').setAttribute('aria-busy', String(Boolean(waiting)));
    if (answer || !waiting) report(answer ? '' : problem || say(texts, 'failed'));
    if (!answer) {
      if (!waiting) showProgress(bench, '');
      return;
    }
    bench.answer = answer;
    redraw(bench);
  });
};

/**
 * The bench of an element, not yet with a lab.
 * @param {{element: Part, server: Server | null, labs: Lab[], texts: Texts, facts: Facts}} given
 * @returns {Bench}
 */
const makeBench = ({element, server, labs, texts, facts}) => ({
  root: element,
  server,
  labs: ordered(labs),
  texts,
  facts,
  colours: readColours(element),
  family: getComputedStyle(element).fontFamily,
  part: name => element.querySelector(`[data-part="${name}"]`),
  lab: ordered(labs)[0],
  words: null,
  values: {},
  given: {},
  answer: null,
  width: 0,
});

/**
 * @param {Bench} bench
 */
const dressBench = ({root, texts, part}) => {
  writeTexts(root, texts);
  Object.assign(part('filter'), {placeholder: say(texts, 'filter')});
  part('filter').setAttribute('aria-label', say(texts, 'filter'));
  part('none').textContent = say(texts, 'none');
};

/**
 * What changes a bench: a control, another lab, a link.
 * @param {Bench} bench
 * @param {ReturnType<typeof makeAsker>} asker
 * @param {(set: string) => void} writeSet
 */
const makeActions = (bench, asker, writeSet) => {
  const {part} = bench;
  let frame = 0;
  const write = () => {
    if (!bench.width) return;
    writeSet(Object.keys(bench.given).length ? JSON.stringify(bench.given) : '');
  };
  const update = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => follow(bench, asker)); // one drawing a frame, however fast a control moves
  };
  const changed = (/** @type {string} */ name, /** @type {any} */ value) => {
    bench.values = {...bench.values, [name]: value};
    bench.given = {...bench.given, [name]: value};
    update();
    write();
    if (part('code').open) drawCode(bench);
  };
  const fill = (/** @type {Values} */ values) => {
    bench.given = values;
    bench.values = firstValues(bench.lab, bench.facts, values);
    drawControls(bench, changed);
    follow(bench, asker);
  };
  const open = (/** @type {Lab} */ lab, /** @type {Values} */ values = {}) => {
    Object.assign(bench, {lab, answer: null});
    showLab(bench);
    fill(values);
    bench.root.dataset.open = lab.name; // the address follows it
  };
  const go = (/** @type {Lab} */ lab) => {
    part('nav').classList.remove('gf-unfolded');
    part('open-list').setAttribute('aria-expanded', 'false');
    open(lab);
    write();
    const focused = focusedNear(bench.root);
    if (!focused?.getClientRects().length || focused === document.body) part('lab').focus({preventScroll: true});
    showFromTop(part('lab')); // again as its figures arrive, which make the page longer
  };
  /** The open lab in other words; its figures keep their places, and answers that are known are not asked for again. */
  const reword = () => {
    drawWords(bench);
    drawListed(bench);
    drawControls(bench, changed);
    follow(bench, asker);
  };
  return {write, update, fill, open, go, reword};
};

/**
 * The open lab among the others.
 * @param {Bench} bench
 */
const drawListed = bench => {
  const {lab, texts, part} = bench;
  markOpen(bench);
  part('open-list').textContent = `☰ ${say(texts, `${lab.name}.title`)}`;
};

/**
 * The words of the lab that is open, without its figures.
 * @param {Bench} bench
 */
const showLab = bench => {
  const {lab, part} = bench;
  Object.assign(part('lab').dataset, {lab: lab.name, drawings: '0'});
  Object.assign(part('code'), {open: false});
  Object.assign(part('again'), {hidden: !lab.again});
  part('figures').replaceChildren();
  drawNumbers(bench, {});
  part('reading').textContent = '';
  drawWords(bench);
  drawListed(bench);
};

/**
 * Start the bench in its element.
 * @param {object} given
 * @param {Part} given.element
 * @param {Server | null} given.server
 * @param {Lab[]} given.labs
 * @param {Texts} given.texts
 * @param {Facts} given.facts
 * @param {(set: string) => void} [given.write]
 *   `write` puts the values that differ from the first ones into the address
 */
export const startBench = given => {
  const bench = makeBench(given);
  const asker = makeAsker(bench);
  const actions = makeActions(bench, asker, given.write ?? (() => {}));
  wire(bench, asker, actions);
  followTheme(bench.root, () => {
    bench.colours = readColours(bench.root);
    redraw(bench);
  });
  followWidth(bench.part('figures'), width => {
    bench.width = width;
    redraw(bench);
  }); // reading it forces a layout
  return {
    /** Open what a link names. @param {string} name @param {string} [set] */
    openNamed: (name, set = '') => {
      const lab = bench.labs.find(one => one.name === name) ?? (bench.root.dataset.open ? null : bench.lab);
      if (lab && (lab !== bench.lab || set || !bench.root.dataset.open)) actions.open(lab, valuesIn(set));
    },
    /** Other words, or another model or sentence. @param {Partial<Bench>} changes */
    take: (/** @type {Partial<Bench>} */ changes) => {
      const isOpen = bench.root.dataset.open;
      const isSame = JSON.stringify(changes.facts) === JSON.stringify(bench.facts);
      Object.assign(bench, changes);
      dressBench(bench);
      drawList(bench);
      if (isOpen && isSame) actions.reword();
      else if (isOpen) actions.open(bench.lab, bench.given);
    },
    /** Answers that a saved page brings. @param {[string, any][]} answers */
    restore: (/** @type {[string, any][]} */ answers) => {
      for (const [key, answer] of answers) asker.known.set(key, answer);
    },
  };
};

/**
 * Buttons, the filter and the drawer of the list.
 * @param {Bench} bench
 * @param {ReturnType<typeof makeAsker>} asker
 * @param {ReturnType<typeof makeActions>} actions
 */
const wire = (bench, asker, {go, fill, update, write}) => {
  const {part} = bench;
  part('filter').addEventListener('input', () => drawList(bench));
  part('filter').addEventListener('focus', () => fetchWords(bench));
  part('open-list').addEventListener('click', () => {
    part('open-list').setAttribute('aria-expanded', String(part('nav').classList.toggle('gf-unfolded')));
  });
  for (const links of [part('list'), part('turn'), part('see')])
    links.addEventListener('click', (/** @type {Event} */ event) => {
      const {lab: listed, go: linked} = targetOf(event).dataset;
      const name = listed ?? linked;
      const lab = bench.labs.find(one => one.name === name);
      if (lab) go(lab);
    });
  part('reset').addEventListener('click', () => {
    fill({});
    write();
  });
  part('again').addEventListener('click', () => {
    asker.again();
    update();
  });
  part('code').addEventListener('toggle', () => {
    if (part('code').open) drawCode(bench);
  });
  part('save-page').addEventListener('click', () => {
    const {lab, values, texts, facts} = bench;
    savePage(bench, {lab: lab.name, values, texts, facts, answers: [...asker.known]}).catch(error => {
      console.error(error);
      part('problem').hidden = false;
      part('problem').textContent = error.message;
    });
  });
};

/**
 * The bench of a saved page: what it holds, without a server.
 * @param {Part} element
 * @param {Lab[]} labs
 * @param {Record<string, any>} held
 */
export const openSaved = (element, labs, held) => {
  const {texts, facts, answers, values, lab} = held;
  const started = startBench({element, server: null, labs, texts: {...texts, failed: texts.alone}, facts});
  started.restore(answers);
  element.querySelector('[data-part=body]').hidden = false;
  for (const name of ['save-page', 'save-hint']) element.querySelector(`[data-part=${name}]`).hidden = true;
  element.querySelector('[data-part=code]').hidden = true;
  started.take({});
  started.openNamed(lab, JSON.stringify(values));
};
