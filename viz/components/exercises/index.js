// Test yourself: the exercises of all chapters about the sentence at hand, with a score that the browser keeps.

import {addressFields, goTo, joinAddress} from '../shared/address.js';
import {make} from '../shared/elements.js';
import {ANSWERED, askExercises, forgetAnswers, keepAnswer, keptAnswers} from '../shared/exercises/asking.js';
import {NOWHERE, showExercise} from '../shared/exercises/exercise.js';
import {say} from '../shared/text.js';
import {followShown} from '../shared/watching.js';

/** @import {Gradio, Part, Texts} from '../shared/types.js' */

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
  let seed = 0;
  let turn = 0;
  let drawn = '';
  /** @type {(() => void)[]} */
  let leaving = [];

  const drawScore = () => {
    const answers = Object.entries(keptAnswers()).filter(([name]) => [ALL, name.split('.')[0]].includes(chosen || ALL));
    const right = answers.filter(([, isRight]) => isRight).length;
    part('score').textContent = answers.length
      ? say(texts(), 'test.score', {right, answered: answers.length})
      : say(texts(), 'test.hint');
    part('forget').hidden = !answers.length;
  };

  /**
   * Draw the exercises of a chapter at the end of the list.
   * @param {string} chapter
   * @param {number} own the turn
   */
  const drawChapter = async (chapter, own) => {
    const heading = make('h3', {}, say(texts(), `title.${chapter}`));
    const list = make('ol', {});
    const section = make('section', {'data-chapter': chapter}, heading, list);
    try {
      const {exercises, texts: words} = await askExercises(server, texts(), {id, chapter, seed});
      if (own !== turn || !exercises.length) return;
      part('list').append(section);
      for (const exercise of exercises) {
        const host = /** @type {Part} */ (/** @type {unknown} */ (make('li', {'data-name': exercise.name})));
        list.append(host);
        const answered = (/** @type {boolean} */ isRight) => keepAnswer(exercise, isRight);
        leaving.push(showExercise(host, {exercise, texts: words, answered}));
      }
    } catch (error) {
      if (own !== turn) return;
      const words = error instanceof Error ? error.message : '';
      if (part('list').lastElementChild?.dataset.problem === words) return; // said once for all chapters in a row
      section.dataset.problem = words;
      list.replaceWith(make('p', {class: 'gf-test-hint'}, words));
      part('list').append(section);
    }
  };

  const drawList = async () => {
    if (!chosen || !id) return;
    const wanted = [chosen, id, seed, props.texts ?? ''].join('\n');
    if (wanted === drawn) return;
    drawn = wanted;
    const own = (turn += 1);
    for (const leave of leaving) leave();
    leaving = [];
    part('list').replaceChildren();
    part('note').textContent = say(texts(), 'test.loading');
    for (const chapter of chosen === ALL ? chapters : [chosen]) {
      await drawChapter(chapter, own);
      if (own !== turn) return;
    }
    part('note').textContent = '';
  };

  const draw = () => {
    const words = texts();
    for (const node of element.querySelectorAll('[data-text]')) node.textContent = say(words, node.dataset.text);
    root.dataset.shown = String(Boolean(chosen));
    part('body').hidden = !chosen;
    part('toggle').textContent = say(words, chosen ? 'test.close' : 'test.open');
    part('toggle').setAttribute('aria-expanded', String(Boolean(chosen)));
    part('chapter').replaceChildren(
      make('option', {value: ALL}, say(words, 'test.all')),
      ...chapters.map(name => make('option', {value: name}, say(words, `title.${name}`))),
    );
    part('chapter').value = chosen || ALL;
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
    draw();
  });
  restore(addressFields());
};
