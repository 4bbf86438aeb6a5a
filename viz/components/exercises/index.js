// Test yourself: the exercises of all chapters about the sentence at hand, with a score that the browser keeps.

import {addressFields, goTo, joinAddress} from '../shared/address.js';
import {writeTexts, make} from '../shared/elements.js';
import {ANSWERED, forgetAnswers, keptAnswers} from '../shared/exercises/asking.js';
import {NOWHERE} from '../shared/exercises/exercise.js';
import {say} from '../shared/text.js';
import {followShown} from '../shared/watching.js';
import {drawChapter} from './chapter.js';

/** @import {Gradio, Texts} from '../shared/types.js' */

const FIELD = 'test'; // of the address: a chapter, or all of them
const ALL = 'all';

/**
 * Bring the component to life; it asks for nothing until it is opened.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given, server}) => {
  const {chapters, texts: first} = /** @type {{chapters: string[], texts: string}} */ (given);
  const part = (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`);
  const root = element.querySelector('.gf-test');
  const texts = () => /** @type {Texts} */ (JSON.parse(props.texts ?? first));
  let chosen = ''; // a chapter, or all of them; '' while it is closed
  let id = '';
  let sentence = '';
  let seed = 0;
  let drawn = '';
  /** @type {(() => void)[]} */
  let leaving = [];

  /**
   * Whether each answered exercise of a chapter was answered right.
   * @param {string} chapter or all of them
   */
  const answersOf = chapter =>
    Object.entries(keptAnswers()).flatMap(([name, isRight]) =>
      [ALL, name.split('.')[0]].includes(chapter) ? [isRight] : [],
    );
  /** @param {boolean[]} answers */
  const scoreOf = answers =>
    say(texts(), 'test.score', {right: answers.filter(Boolean).length, answered: answers.length});
  const drawScore = () => {
    const answers = answersOf(chosen || ALL);
    part('score').textContent = answers.length ? scoreOf(answers) : say(texts(), 'test.hint');
    part('forget').hidden = !answers.length;
    for (const section of part('list').children) {
      const found = answersOf(section.dataset.chapter);
      section.querySelector('summary span').textContent = found.length ? scoreOf(found) : '';
    }
  };

  const drawList = () => {
    if (!chosen || !id) return;
    const wanted = [chosen, id, seed, props.texts ?? ''].join('\n');
    if (wanted === drawn) return;
    drawn = wanted;
    for (const leave of leaving) leave();
    leaving = [];
    const shown = chosen === ALL ? chapters : [chosen];
    const about = {server, texts, id, seed, keep: (/** @type {() => void} */ leave) => leaving.push(leave)};
    const open = new Set([...part('list').querySelectorAll('details[open]')].map(({dataset}) => dataset.chapter));
    const isOpen = shown.some(chapter => open.has(chapter))
      ? (/** @type {string} */ chapter) => open.has(chapter)
      : (/** @type {string} */ chapter) => chapter === shown[0];
    part('list').replaceChildren(...shown.map(chapter => drawChapter(chapter, about, isOpen(chapter))));
    drawScore();
  };

  const draw = () => {
    const words = texts();
    writeTexts(element, words);
    root.dataset.shown = String(Boolean(chosen));
    part('body').hidden = !chosen;
    part('toggle').textContent = say(words, chosen ? 'test.close' : 'test.open');
    part('toggle').setAttribute('aria-expanded', String(Boolean(chosen)));
    part('chapter').replaceChildren(
      make('option', {value: ALL}, say(words, 'test.all')),
      ...chapters.map(name => make('option', {value: name}, say(words, `title.${name}`))),
    );
    part('chapter').value = chosen || ALL;
    part('sentence').textContent = sentence && say(words, 'test.sentence', {sentence});
    drawScore();
    drawList();
  };

  /** @param {Record<string, string>} fields */
  const restore = fields => {
    const test = fields[FIELD] ?? '';
    chosen = test === ALL || chapters.includes(test) ? test : '';
    draw();
  };

  part('toggle').addEventListener('click', () => goTo({...NOWHERE, tab: 'maths', [FIELD]: chosen ? '' : ALL}));
  part('chapter').addEventListener('change', () => goTo({[FIELD]: part('chapter').value}));
  part('other').addEventListener('click', () => {
    seed += 1;
    drawList();
  });
  part('forget').addEventListener('click', () => {
    forgetAnswers();
    drawn = '';
    draw();
  });
  document.addEventListener(ANSWERED, drawScore); // here, or on the path
  watch('texts', draw);
  joinAddress([FIELD], restore);
  followShown(packed => {
    id = packed?.id ?? '';
    sentence = packed?.source ?? '';
    draw();
  });
  restore(addressFields());
};
