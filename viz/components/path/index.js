// The path: a card that leads through the paper chapter by chapter, on the page itself. Each chapter opens what it
// speaks of, marks it, gives something to do there, and asks a question.

import {addressFields, followAddress, goTo, joinAddress} from '../shared/address.js';
import {writeTexts, targetOf} from '../shared/elements.js';
import {keepUnder, keptUnder} from '../shared/keeping.js';
import {followShown, nextTask} from '../shared/watching.js';
import {drawDots, drawFold, drawMore, drawTask, drawWords} from './card.js';
import {dock, makeMarker} from './dock.js';
import {makeFindings} from './found.js';
import {LAST, LENGTHS, neighbourOf, chapterNamed, isShort, placeIn} from './model/chapters.js';
import {isDone} from './model/tasks.js';
import {makeQuestion} from './question.js';

/** @import {Gradio, Texts} from '../shared/types.js' */
/** @import {Place} from './card.js' */

const KEPT = 'glassformer.path'; // in the browser's own store: {path, chapter, done}
const FIELDS = ['path', 'chapter', 'stop'];

/** @returns {Place & {done: string[]}} */
const kept = () => {
  const {path = '', chapter = '', done = []} = keptUnder(KEPT);
  return {path, chapter, done: Array.isArray(done) ? done : []};
};

/**
 * Open what a chapter speaks of.
 * @param {Place} place
 */
const open = ({path, chapter}) => goTo({...chapterNamed(chapter).fields, path, chapter});

const close = () => goTo({path: '', chapter: '', stop: ''});

/**
 * The card as it follows the address and the translation.
 * @param {Gradio} gradio
 */
const makeCard = ({element, props, given, server}) => {
  const part = (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`);
  const card = part('card');
  const texts = () => /** @type {Texts} */ (JSON.parse(props.texts ?? given?.texts ?? '{}'));
  const marker = makeMarker(card);
  const question = makeQuestion(part, server, texts);
  const findings = makeFindings(server, isFound => {
    view.drawState();
    if (isFound && view.place.chapter !== LAST) part('found').scrollIntoView({block: 'nearest'});
  });
  const view = {
    part,
    card,
    question,
    place: placeIn({}),
    /** @type {any} the payload of the translation; null before the first one */
    shown: null,
    drawn: () => ({card, part, words: texts(), place: view.place}),
    settle: () => {
      dock(card);
      marker.lookSoon();
    },
    isFresh: false, // the task has just been done: what came of it is marked
    /** @param {boolean} [isAsked] whether the reader wants to see it */
    mark: isAsked => {
      const {mark = '', result = mark} = view.place.chapter ? chapterNamed(view.place.chapter) : {};
      marker.mark(view.isFresh ? result : mark, isAsked);
    },
    /** Note a task that the page's state shows to be done; returns the chapters whose task is. */
    note: () => {
      const {shown} = view;
      const {chapter} = view.place;
      const own = kept();
      if (!shown || own.done.includes(chapter)) return own.done;
      const {kinds, probabilities} = shown;
      if (!isDone(chapter, {fields: addressFields(), kinds, probabilities, best: findings.of(shown, ['best']).best}))
        return own.done;
      own.done.push(chapter);
      keepUnder(KEPT, own);
      view.isFresh = true;
      view.mark();
      return own.done;
    },
    /** What changes while a chapter is open. */
    drawState: () => {
      const {shown} = view;
      const {chapter} = view.place;
      if (!chapter) return;
      const done = view.note();
      const isOver = done.includes(chapter);
      const {fields: first, found: names = []} = chapterNamed(chapter);
      if (shown && (isOver || chapter === LAST)) for (const name of names) findings.want(name, shown);
      const fields = addressFields();
      const isAway = first.block && !fields.block; // in a lab, to which the question has a link
      const isOther =
        !isAway && ['kind', 'layer', 'head', 'step', 'block'].some(name => first[name] && fields[name] !== first[name]);
      drawTask(view.drawn(), {isOver, isOther, found: findings.of(shown, names), sentence: shown?.source ?? ''});
      drawDots(view.drawn(), done);
    },
    fold: () => {
      card.dataset.folded = String(card.dataset.folded !== 'true');
      drawFold(view.drawn());
    },
    /** @param {boolean} isWhole */
    readMore: isWhole => drawMore(view.drawn(), isWhole),
    draw: () => {
      const {path, chapter} = view.place;
      const words = texts();
      card.hidden = !chapter;
      writeTexts(element, words);
      if (chapter) {
        drawWords(view.drawn());
        drawFold(view.drawn());
        view.readMore(card.dataset.whole === 'true');
        view.drawState();
        if (view.shown) question.begin({id: view.shown.id, chapter, waits: path === 'lecture'});
      }
      view.settle();
    },
  };
  return view;
};

/** @param {ReturnType<typeof makeCard>} view */
const wireButtons = view => {
  const {part} = view;
  /** @param {number} by */
  const step = by => {
    const {path, chapter} = view.place;
    const next = neighbourOf(path, chapter, by);
    if (next) open({path, chapter: next});
    else goTo({...chapterNamed(chapter).fields, tab: 'maths', test: 'all', path: '', chapter: ''});
    part('title').focus({preventScroll: true});
  };
  part('back').addEventListener('click', () => step(-1));
  part('next').addEventListener('click', () => step(1));
  part('close').addEventListener('click', close);
  part('fold').addEventListener('click', view.fold);
  part('more').addEventListener('click', () => view.readMore(view.card.dataset.whole !== 'true'));
  part('show').addEventListener('click', () => {
    open(view.place);
    view.isFresh = false;
    view.mark(true);
  });
  part('dots').addEventListener('click', (/** @type {Event} */ event) => {
    const {chapter} = targetOf(event).dataset;
    if (chapter) open({path: view.place.path, chapter});
  });
  part('length').addEventListener('change', () => {
    const path = part('length').value;
    const {chapter} = view.place;
    if (LENGTHS[path].includes(chapter)) goTo({path, chapter});
    else open({path, chapter: LENGTHS[path][0]});
  });
  view.card.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') close();
  });
  window.addEventListener('resize', view.settle);
  new ResizeObserver(view.settle).observe(view.card);
};

/**
 * Bring the path to life; it shows nothing until the address names it.
 * @param {Gradio} gradio
 */
export const mount = gradio => {
  const view = makeCard(gradio);
  let waiting = () => {};
  /** @param {() => void} go once a translation is there */
  const whenShown = go => {
    if (view.shown) go();
    else waiting = go;
  };
  /** @param {Record<string, string>} fields */
  const restore = fields => {
    const before = view.place;
    const asked = placeIn(fields);
    waiting = () => {};
    if (asked.path && (!asked.chapter || fields.stop)) {
      const known = LENGTHS[asked.path].includes(kept().chapter) ? kept().chapter : LENGTHS[asked.path][0];
      whenShown(() => open({path: asked.path, chapter: asked.chapter || known}));
      return;
    }
    view.place = asked;
    if (asked.path === before.path && asked.chapter === before.chapter) return;
    if (asked.chapter) keepUnder(KEPT, {...kept(), ...asked});
    view.part('body').scrollTop = 0;
    view.card.dataset.whole = 'false';
    view.isFresh = false;
    view.draw();
    view.mark();
  };
  wireButtons(view);
  gradio.watch('texts', () => {
    view.question.renew();
    view.draw();
  });
  joinAddress(FIELDS, restore);
  followAddress(() => view.drawState());
  followShown(packed => {
    view.shown = packed;
    if (!packed) return;
    const go = waiting;
    waiting = () => {};
    nextTask().then(() => {
      go();
      view.draw();
    });
  });
  const fields = addressFields();
  restore(fields);
  const {chapter} = view.place;
  if (chapter && isShort(chapterNamed(chapter), fields)) whenShown(() => open(view.place));
};
