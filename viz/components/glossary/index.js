// The glossary over the whole page: marks terms when the browser is idle, and shows the sentence of one at it.

import {goTo, joinAddress} from '../shared/address.js';
import {make, targetOf} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';
import {whenIdle} from '../shared/watching.js';
import {MARK, formsOf, markBlock, patternOf} from './marking.js';

/** @import {Gradio, Part} from '../shared/types.js' */

// Texts of the page itself, none of which holds what a visitor typed.
const BLOCKS = [
  ...['question', 'intro', 'look'].map(part => `#maths .gf-maths-${part}`),
  ...['.gf-heading > [data-text]', 'h2.gf-heading[data-text]', '.gf-cat-legend dd', '.gf-trust p'].map(
    block => `#attention ${block}`,
  ),
  ...['#machine .gf-machine-explain', '#about p', '#about li'],
  ...['#train', '#evaluate'].flatMap(tab =>
    [
      ...['.info-text', '.prose p', '.gf-figure-caption', '.gf-table-note', '.gf-samples-note'],
      ...['.gf-pre-message', '.gf-pre-cautions li', '.gf-pre-facts small', '.gf-pre-note'],
      ...['.gf-run-message', '.gf-run-facts dt'],
    ].map(block => `${tab} ${block}`),
  ),
].join(', ');
// Parts of a form, whose many hints mark a term once.
const FORMS = '#train-form, #evaluate-form';
const PAUSE = 400; // milliseconds after a change of the page
const ENTER = 150; // milliseconds that a pointer rests on a term
const LEAVE = 250; // milliseconds to reach the card
const GAP = 6; // pixels between a term and its card

/**
 * Place the card next to a term, below it where there is room, and never over it.
 * @param {Part} card
 * @param {Element} term
 */
const place = (card, term) => {
  const {left, top, bottom} = term.getClientRects()[0] ?? term.getBoundingClientRect();
  const {offsetWidth: width, offsetHeight: height} = card;
  const hasRoom = bottom + GAP + height <= innerHeight || top < GAP + height;
  card.style.left = `${clamp(left, 8, innerWidth - width - 8)}px`;
  card.style.top = `${hasRoom ? bottom + GAP : top - GAP - height}px`;
};

/**
 * The card of one term at a time.
 * @param {Part} root
 * @param {(name: string) => {title: string, gloss: string, lab: string}} describe
 */
const makeCard = (root, describe) => {
  /** @param {string} name @returns {Part} */
  const part = name => /** @type {any} */ (root.querySelector(`[data-part=${name}]`));
  const card = part('card');
  /** @type {HTMLElement | null} */
  let shown = null;
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    shown?.setAttribute('aria-expanded', 'false');
    shown = null;
    if (card.matches(':popover-open')) card.hidePopover();
  };
  /** @param {HTMLElement} term */
  const show = term => {
    clearTimeout(timer);
    if (shown === term || !term.isConnected) return;
    hide();
    const {title, gloss, lab} = describe(term.dataset.term ?? '');
    part('title').textContent = title;
    part('gloss').textContent = gloss;
    card.setAttribute('aria-label', title);
    Object.assign(part('lab'), {hidden: !lab, href: `?lab=${lab}`});
    part('lab').dataset.lab = lab;
    Object.assign(part('all'), {href: `?tab=about&term=${term.dataset.term}`});
    part('all').dataset.term = term.dataset.term ?? '';
    card.showPopover();
    place(card, term);
    shown = term;
    term.setAttribute('aria-expanded', 'true');
  };
  /** @param {() => void} work @param {number} wait */
  const later = (work, wait) => {
    clearTimeout(timer);
    timer = setTimeout(work, wait);
  };
  return {card, part, show, hide, later, shown: () => shown};
};

/**
 * Pointer, focus, keys and taps.
 * @param {ReturnType<typeof makeCard>} made
 */
const wire = ({card, part, show, hide, later, shown}) => {
  /** @param {Event} event @returns {HTMLElement | null} */
  const termOf = event => targetOf(event).closest?.(`.${MARK}`) ?? null;
  document.addEventListener('pointerover', event => {
    if (event.pointerType === 'touch') return;
    const term = termOf(event);
    if (term) later(() => show(term), ENTER);
    else if (card.contains(targetOf(event))) later(() => {}, 0);
    else if (!shown() || shown() !== document.activeElement) later(hide, LEAVE);
  });
  document.addEventListener('focusin', event => {
    const term = termOf(event);
    if (term?.matches(':focus-visible')) show(term);
    else if (!term && !card.contains(targetOf(event))) hide();
  });
  document.addEventListener('click', event => {
    const term = termOf(event);
    if (term) {
      event.preventDefault(); // within a label it would move to the field
      show(term);
    } else if (!card.contains(targetOf(event))) hide();
  });
  document.addEventListener('scroll', event => event.target === document && hide(), {passive: true});
  document.addEventListener(
    'keydown',
    event => {
      const term = termOf(event);
      const within = card.contains(targetOf(event));
      if (event.key === 'Escape' && shown()) {
        const back = within ? shown() : null;
        hide();
        back?.focus();
        event.stopPropagation(); // no selection of the page is cleared by it
      } else if (term && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        event.stopPropagation();
        show(term);
        (part('lab').hidden ? part('all') : part('lab')).focus();
      }
    },
    {capture: true},
  );
  card.addEventListener('click', event => {
    const {lab, term} = targetOf(event).closest('a')?.dataset ?? {};
    if ((!lab && !term) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    hide();
    goTo(lab ? {tab: '', lab, set: '', term: ''} : {tab: 'about', lab: '', term: term ?? ''});
  });
};

/**
 * Start the glossary.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given}) => {
  const {labs, forms, texts: first} = /** @type {Record<string, any>} */ (given);
  const root = /** @type {Part} */ (element);
  /** @type {Record<string, string>} */
  let texts = {};
  /** @type {{forms: Map<string, string>, pattern: RegExp}} */
  let known = {forms: new Map(), pattern: /$^/g};
  /** @type {WeakMap<Element, string>} */
  const done = new WeakMap();
  const made = makeCard(root, name => ({title: texts[`term.${name}`], gloss: texts[`gloss.${name}`], lab: labs[name]}));
  /** @param {string} name @param {string} words */
  const mark = (name, words) =>
    make(
      'span',
      {
        class: MARK,
        role: 'button',
        tabindex: 0,
        'data-term': name,
        'aria-expanded': 'false',
        'aria-description': texts[`gloss.${name}`],
      },
      words,
    );
  /** @param {Element} block */
  const stateOf = block =>
    [document.documentElement.lang, block.querySelectorAll(`.${MARK}`).length, block.textContent].join(' ');
  const markAll = () => {
    for (const block of document.querySelectorAll(BLOCKS)) {
      if (done.get(block) === stateOf(block) || !block.checkVisibility()) continue;
      markBlock(block, known, mark, block.closest(FORMS) ?? block);
      done.set(block, stateOf(block));
    }
  };
  let timer = 0;
  const soon = () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      whenIdle(markAll);
    }, PAUSE);
  };
  const read = () => {
    texts = JSON.parse(props.texts ?? first);
    const found = formsOf(texts, forms[document.documentElement.lang.slice(0, 2)] ?? forms.en);
    known = {forms: found, pattern: patternOf(found)};
    for (const node of root.querySelectorAll('[data-text]')) node.textContent = texts[node.dataset.text];
    soon();
  };
  wire(made);
  watch('texts', read);
  new MutationObserver(read).observe(document.documentElement, {attributes: true, attributeFilter: ['lang']});
  joinAddress(['term'], ({term, tab}) => {
    if (term && tab !== 'about') goTo({tab: 'about', lab: '', term});
  });
  read();
  new MutationObserver(soon).observe(document.body, {subtree: true, childList: true});
};
