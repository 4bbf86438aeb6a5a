// The translation with a probability under each token, the checks, the hypotheses.

import {make, movedIndex, targetOf} from '../../shared/elements.js';
import {labelled, listed} from '../../shared/locale.js';
import {clamp, minus, powerText, probabilityText} from '../../shared/numbers.js';
import {say, sayCount} from '../../shared/text.js';
import {differingPart} from '../numbers/excerpts.js';
import {isPredicted} from '../numbers/payload.js';
import {rowOfStep} from '../numbers/sheet.js';
import {hoveredStep, markedStep, stepOn} from '../store/selectors.js';
import {closePanels, togglePanel} from '../widgets/controls.js';
import {hideTip, showTip} from '../widgets/hints.js';
import {markTokens, tokenButton, wordsOf} from '../widgets/tokens.js';

/** @import {Check, Part, Texts, View} from '../types.js' */

/**
 * @param {View} view
 * @param {number} index
 */
const stripToken = (view, index) => {
  const {packed, texts} = view;
  const p = packed.probabilities[index];
  const isKnown = isPredicted(packed);
  const at = {step: index + 1, steps: packed.predicted_tokens.length};
  const values = isKnown ? {...at, p: probabilityText(p)} : at;
  const key = isKnown ? 'strip.token' : 'strip.token.given';
  const button = tokenButton(texts, key, values, packed.predicted_tokens[index], packed.languages[1]);
  button.dataset.step = String(index);
  if (isKnown) {
    const bar = make('i', {class: 'gf-fill'});
    bar.style.width = `${100 * clamp(p, 0, 1)}%`;
    button.append(make('span', {class: 'gf-track'}, bar));
  }
  return button;
};

/**
 * @param {Texts} texts
 * @param {number} milliseconds
 */
const durationText = (texts, milliseconds) =>
  milliseconds < 1000
    ? say(texts, 'strip.time', {time: Math.round(milliseconds)})
    : say(texts, 'strip.time.seconds', {time: (milliseconds / 1000).toFixed(1)});

/**
 * How the translation was searched, and how long it took.
 * @param {View} view
 */
const factsOf = ({packed: {decoding, milliseconds}, texts}) =>
  [
    ...(decoding ? [say(texts, 'strip.decoding', {beam: decoding.beam_size, alpha: decoding.alpha})] : []),
    ...(milliseconds === null ? [] : [durationText(texts, milliseconds)]),
  ].join(' · ');

/** @param {View} view */
const drawStrip = view => {
  const {packed, texts} = view;
  const hasSteps = packed.predicted_tokens.length > 0;
  view.find('.gf-step').hidden = !hasSteps;
  view.part('words').hidden = !hasSteps;
  const given = isPredicted(packed) ? '' : '.given';
  view.find('.gf-strip-head h2').textContent = say(texts, `strip.title${given}`);
  view.part('strip-hint').textContent = say(texts, `strip.hint${given}`);
  view.part('bars').hidden = Boolean(given);
  view.part('words').replaceChildren(...wordsOf(packed.predicted_tokens, index => stripToken(view, index)));
  drawChecks(view);
  drawHypotheses(view);
  drawKeys(view);
};

/** @param {View} view */
const markStrip = view => {
  const {side, grow} = view.choice;
  const step = stepOn(view, 'base');
  const marked = markedStep(view, 'base');
  markTokens(view.part('words'), step, side === 'variant' ? marked : (hoveredStep(view) ?? marked), grow);
};

/**
 * @param {Texts} texts
 * @param {string} code
 */
const checkName = (texts, code) => texts[`check.${code}`] ?? code.replace(/_/g, ' ');

/**
 * @param {Texts} texts
 * @param {Check[]} checks
 */
const checkTable = (texts, checks) => {
  /** @param {string} text */
  const number = text => make('td', {class: 'gf-number'}, text);
  const names = ['', '', 'checks.value', 'checks.limit.column'].map(key =>
    key ? make('th', {scope: 'col'}, say(texts, key)) : make('td'),
  );
  return make(
    'table',
    {class: 'gf-checks'},
    make('thead', {}, make('tr', {}, ...names)),
    make(
      'tbody',
      {},
      ...checks.map(({code, passed, value, limit}) =>
        make(
          'tr',
          {'data-passed': passed},
          make('td', {}, passed ? '✓' : '✗'),
          make('td', {}, checkName(texts, code)),
          number(value === null ? '' : powerText(value, 1)),
          number(limit === null ? '' : say(texts, 'checks.limit', {limit: powerText(limit, 0)})),
        ),
      ),
    ),
  );
};

/**
 * The checks of the translation shown; a saved page also has those that were made when it was saved.
 * @param {View} view
 */
const drawChecks = view => {
  const {
    packed: {checks},
    texts,
  } = view;
  /** @type {Check[]} */ const saved = view.props.checks ?? [];
  const earlier = saved.filter(({code}) => !checks.some(check => check.code === code));
  const failed = [...checks, ...earlier].filter(check => !check.passed);
  const count = checks.length;
  const passed = earlier.length
    ? say(texts, 'checks.passed.saved', {count, saved: saved.length})
    : sayCount(texts, 'checks.passed', count);
  const button = view.root.querySelector('[data-opens="checks"]');
  button.hidden = !checks.length;
  button.dataset.passed = failed.length === 0;
  const names = listed(failed.map(({code}) => checkName(texts, code)));
  button.textContent = failed.length
    ? `✗ ${labelled(sayCount(texts, 'checks.failed', failed.length), names)}`
    : `✓ ${passed}`;
  view.root
    .querySelector('[data-panel="checks"]')
    .replaceChildren(
      make('p', {class: 'gf-hint'}, say(texts, 'checks.hint')),
      checkTable(texts, checks),
      ...(earlier.length
        ? [make('p', {class: 'gf-hint'}, say(texts, 'checks.saved.hint')), checkTable(texts, earlier)]
        : []),
    );
};

const KEYS = ['heads', 'add', 'steps', 'layers', 'play', 'present', 'figure', 'escape'];

/** @param {View} view */
const drawKeys = view => {
  const {texts} = view;
  /** @param {string} name */
  const row = name =>
    make(
      'tr',
      {},
      make('td', {class: 'gf-keys'}, say(texts, `keys.${name}`)),
      make('td', {}, say(texts, `keys.${name}.does`)),
    );
  view.part('keys').replaceChildren(...KEYS.map(row));
};

/**
 * The words of a hypothesis; those that the chosen one does not have there are marked.
 * @param {string} text
 * @param {string | null | undefined} chosen
 */
const hypothesisWords = (text, chosen) => {
  const [before, own, after] = differingPart(text, chosen ?? text);
  return own.trim() ? [before, make('b', {}, own.trimEnd()), own.endsWith(' ') ? ' ' : '', after] : [text || '∅'];
};

/** @param {View} view */
const drawHypotheses = view => {
  const {
    packed: {hypotheses, chosen, languages},
    texts,
  } = view;
  const button = view.root.querySelector('[data-opens="hypotheses"]');
  button.hidden = !hypotheses.length;
  button.textContent = sayCount(texts, 'hypotheses', hypotheses.length);
  const head = ['rank', 'score', 'log_prob', 'text'].map(name =>
    make('th', {scope: 'col'}, say(texts, `hypotheses.${name}`)),
  );
  const rows = hypotheses.map((hypothesis, index) => {
    const attributes = {type: 'button', class: 'gf-hypothesis', 'data-hypothesis': index, lang: languages[1] || null};
    const text = make(
      'button',
      attributes,
      ...hypothesisWords(hypothesis.text, index === chosen ? null : hypotheses[chosen]?.text),
    );
    if (index === chosen) text.setAttribute('aria-current', 'true');
    return make(
      'tr',
      index === chosen ? {class: 'gf-chosen'} : {},
      make('td', {class: 'gf-number'}, index + 1),
      make('td', {class: 'gf-number'}, minus(hypothesis.score, 3)),
      make('td', {class: 'gf-number'}, minus(hypothesis.log_prob, 3)),
      make('td', {}, text),
    );
  });
  view.root
    .querySelector('[data-panel="hypotheses"]')
    .replaceChildren(
      make('p', {class: 'gf-hint'}, say(texts, 'hypotheses.hint')),
      make('p', {class: 'gf-hint', 'data-part': 'facts'}, factsOf(view)),
      make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows)),
    );
};

/**
 * @param {View} view
 * @param {Part} button of a token
 */
const tellProbability = (view, button) => {
  const p = view.packed.probabilities[+button.dataset.step];
  if (p !== undefined) showTip(view, button, say(view.texts, 'strip.tip', {p: probabilityText(p)}));
};

/** @param {View} view */
export const wireStrip = view => {
  view.show(() => [], drawStrip);
  view.show(({choice: {step, hover, kind, side, grow}}) => [step, hover, kind, side, grow], markStrip);
  const words = view.part('words');
  /** @param {Event} event */
  const at = event => targetOf(event).closest('[data-step]');
  words.addEventListener('pointerover', event => {
    const button = at(event);
    if (!button) return;
    const index = +button.dataset.step;
    tellProbability(view, button);
    const row = view.choice.side === 'variant' ? -1 : rowOfStep(view.sheets[0], index);
    if (row >= 0) view.change({hover: {side: 'query', index: row}});
  });
  words.addEventListener('pointerleave', () => {
    hideTip(view);
    view.change({hover: null});
  });
  words.addEventListener('focusin', event => at(event)?.matches(':focus-visible') && tellProbability(view, at(event)));
  words.addEventListener('focusout', () => hideTip(view));
  /** @param {number} step */
  const show = step => view.change({step, pin: null, side: view.choice.side === 'variant' ? 'base' : view.choice.side});
  words.addEventListener('click', event => at(event) && show(+at(event).dataset.step));
  words.addEventListener('keydown', event => {
    const step = movedIndex(event.key, stepOn(view, 'base'), view.packed.predicted_tokens.length);
    if (step === null) return;
    event.preventDefault();
    show(step);
    words.querySelector(`[data-step="${step}"]`).focus();
  });
  const actions = view.part('actions');
  actions.addEventListener('click', event => {
    const opener = targetOf(event).closest('[data-opens]');
    const hypothesis = targetOf(event).closest('[data-hypothesis]');
    if (opener) togglePanel(view, opener.dataset.opens);
    if (hypothesis) {
      closePanels(view);
      view.trigger('hypothesis_select', {id: view.packed.id, index: +hypothesis.dataset.hypothesis});
    }
  });
  actions.addEventListener('keydown', event => {
    const open = actions.querySelector('[aria-expanded="true"]');
    if (event.key !== 'Escape' || !open) return;
    closePanels(view);
    open.focus();
  });
};
