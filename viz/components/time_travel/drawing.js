// Drawing of one moment of the training: the time line, the heads, the picture, the translation.

import {cssColour, shade} from '../shared/colours.js';
import {make, penOf, targetOf} from '../shared/elements.js';
import {KINDS} from '../shared/kinds.js';
import {grouped} from '../shared/locale.js';
import {clamp, minus} from '../shared/numbers.js';
import {INVISIBLE, say} from '../shared/text.js';
import {focusOverTime, headAt} from './history.js';
import {headTitle, layOutPicture, paintMoving, paintStill, pictureWords, readoutText} from './picture.js';
import {drawTimeline, markTimeline} from './timeline.js';

/** @import {Kind, TimeView} from './types.js' */

// Every head of the kind at the current snapshot, one small picture each; a click or an arrow key chooses one.

/** @param {TimeView} view */
const drawHeads = view => {
  const {
    history: {layers, heads},
    texts,
    choice,
  } = view;
  const host = view.part('heads');
  const {queries, keys} = headAt(view.history, choice, 0);
  host.style.setProperty('--heads', String(heads));
  /** @param {string} text */
  const mark = text => make('span', {class: 'gf-time-mark', 'aria-hidden': 'true'}, text);
  const nodes = [mark(''), ...Array.from({length: heads}, (_, i) => mark(say(texts, 'heads.column', {head: i + 1})))];
  view.tiles = [];
  for (let layer = 0; layer < layers[choice.kind]; layer++) {
    nodes.push(mark(say(texts, 'heads.row', {layer: layer + 1})));
    for (let head = 0; head < heads; head++) {
      const canvas = make('canvas', {width: keys, height: queries, 'aria-hidden': 'true'});
      const tile = make(
        'button',
        {type: 'button', role: 'radio', class: 'gf-time-tile', 'data-head': `${layer}.${head}`},
        canvas,
      );
      const context = penOf(canvas);
      view.tiles.push({layer, head, tile, context, image: context.createImageData(keys, queries)});
      nodes.push(tile);
    }
  }
  host.replaceChildren(...nodes);
  view.part('heads-title').textContent = say(texts, 'heads.title', {kind: say(texts, `kind.${choice.kind}`)});
  markHeads(view);
};

/** @param {TimeView} view */
const paintHeads = view => {
  const ramp = view.colours.ramps[view.choice.kind];
  for (const {layer, head, context, image} of view.tiles) {
    const {levels} = headAt(view.history, {...view.choice, layer, head}, view.choice.at);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < pixels.length; i++) pixels[i] = ramp[levels[i]];
    context.putImageData(image, 0, 0);
  }
};

/** @param {TimeView} view */
export const markHeads = view => {
  for (const {layer, head, tile} of view.tiles) {
    const on = layer === view.choice.layer && head === view.choice.head;
    tile.setAttribute('aria-checked', String(on));
    tile.tabIndex = on ? 0 : -1;
    tile.setAttribute('aria-label', say(view.texts, 'head', {layer: layer + 1, head: head + 1}));
  }
};

/** @param {TimeView} view */
export const wireHeads = view => {
  const host = view.part('heads');
  host.addEventListener('click', event => {
    const tile = targetOf(event).closest('[data-head]');
    if (!tile) return;
    const [layer, head] = tile.dataset.head.split('.').map(Number);
    view.change({layer, head});
  });
  host.addEventListener('keydown', event => {
    const {layers, heads} = view.history;
    const {kind, layer, head} = view.choice;
    /** @type {Record<string, number[]>} */
    const moves = {
      ArrowLeft: [layer, head - 1],
      ArrowRight: [layer, head + 1],
      ArrowUp: [layer - 1, head],
      ArrowDown: [layer + 1, head],
      Home: [layer, 0],
      End: [layer, heads - 1],
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const [to, on] = moves[event.key];
    view.change({layer: clamp(to, 0, layers[kind] - 1), head: clamp(on, 0, heads - 1)});
    host.querySelector('[tabindex="0"]').focus();
  });
};

/** Cross-attention first: it changes most during a training. */
export const KIND_ORDER = /** @type {Kind[]} */ (['cross', ...KINDS.filter(kind => kind !== 'cross')]);

const SAID_LETTERS = 200; // an untrained model writes hundreds

/**
 * Draw everything that changes with time; only this runs for each frame.
 * @param {TimeView} view
 */
export const drawMoment = view => {
  markTimeline(view);
  paintHeads(view);
  paintMoving(view);
  drawSaid(view);
  markReading(view);
};

/** @param {TimeView} view */
export const markReading = view => {
  view.part('readout').textContent = readoutText(view);
  const figure = view.part('figure');
  if (!figure.hasAttribute('aria-label')) figure.setAttribute('aria-label', pictureWords(view));
  if (view.timer !== null) return;
  clearTimeout(view.telling); // announced once it rests
  view.telling = setTimeout(() => {
    const words = pictureWords(view);
    figure.setAttribute('aria-label', words);
    view.part('live').textContent = words;
  }, 400);
};

/**
 * The translation of the step; words that are not in the reference are dotted.
 * @param {TimeView} view
 */
const drawSaid = view => {
  const {history, choice, texts} = view;
  const {step, loss, bleu, states} = history.moments[choice.at];
  const {translation, log_prob} = states[choice.sentence];
  const {reference} = history.sentences[choice.sentence];
  /** @param {string} text */
  const pieces = text => text.split(/(\s+|[\u2e80-\u9fff\uff00-\uffef])/).filter(piece => piece);
  /** @param {string} piece */
  const bare = piece => piece.toLowerCase().replace(/^\p{P}+|\p{P}+$/gu, '');
  const known = new Set(pieces(reference).map(bare));
  const letters = Array.from(translation);
  const shown = letters.length > SAID_LETTERS ? `${letters.slice(0, SAID_LETTERS).join('')}…` : translation;
  view
    .part('translation')
    .replaceChildren(
      ...pieces(shown.replace(INVISIBLE, ' ')).map(piece =>
        known.has(bare(piece)) ? piece : make('span', {class: 'gf-time-other'}, piece),
      ),
    );
  view.part('translation').title = say(texts, 'log_prob', {value: log_prob === null ? '−∞' : minus(log_prob, 1)});
  const facts = [
    say(texts, 'now.step', {step: grouped(step)}),
    ...(loss === null ? [] : [say(texts, 'now.perplexity', {value: Math.exp(loss).toFixed(loss < 4.6 ? 1 : 0)})]),
    ...(bleu === null ? [] : [say(texts, 'now.bleu', {value: bleu.toFixed(1)})]),
    say(texts, 'now.log_prob', {value: log_prob === null ? '−∞' : minus(log_prob, 1)}),
  ];
  view.part('now').textContent = facts.join(' · ');
  view.part('reference').textContent = reference.replace(INVISIBLE, ' ');
};

/** @param {TimeView} view */
export const drawTitle = view => {
  view.part('title').textContent = headTitle(view);
  view.part('meaning').textContent = say(view.texts, `meaning.${view.choice.kind}`);
};

/** @param {TimeView} view */
export const drawTime = view => {
  const {history, choice, texts, root} = view;
  if (!history || !root.clientWidth) return;
  root.dataset.kind = choice.kind;
  const wide = root.clientWidth < 760 ? 'narrow' : 'wide';
  root.dataset.width = root.clientWidth < 520 ? 'phone' : wide;
  view.trackWidth = Math.floor(view.part('range').parentElement.clientWidth);
  view.pictureWidth = Math.floor(view.part('figure').clientWidth);
  view.sans = getComputedStyle(root).fontFamily;
  view.focus = focusOverTime(history, choice);
  view.hover = null;
  view.part('range').max = history.moments.length - 1;
  view.part('look').textContent = say(texts, `look.${choice.kind}`);
  view.part('averaged').hidden = history.averaged < 2;
  view.part('averaged').textContent = say(texts, 'averaged', {count: history.averaged});
  view
    .part('kinds')
    .replaceChildren(
      ...KIND_ORDER.map(kind =>
        make(
          'button',
          {
            type: 'button',
            role: 'radio',
            'data-pick': kind,
            'aria-checked': String(kind === choice.kind),
            tabindex: kind === choice.kind ? 0 : -1,
          },
          say(texts, `kind.${kind}.short`),
        ),
      ),
    );
  view
    .part('sentence')
    .replaceChildren(
      ...history.sentences.map(({source}, i) => make('option', {value: i}, source.replace(INVISIBLE, ' '))),
    );
  view.part('sentence').value = choice.sentence;
  const {background, hues} = view.colours;
  const stops = Array.from({length: 9}, (_, i) => cssColour(shade(background, hues[choice.kind], i / 8)));
  view.part('scale').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  drawTimeline(view);
  drawHeads(view);
  drawTitle(view);
  drawPlaying(view);
  layOutPicture(view);
  paintStill(view);
  drawMoment(view);
  root.dataset.drawn = `${history.name} ${choice.sentence} ${choice.kind}`;
};

/** @param {TimeView} view */
export const drawPlaying = view => {
  const on = view.timer !== null;
  const play = view.part('play');
  play.textContent = on ? '❚❚' : '▶';
  play.setAttribute('aria-pressed', String(on));
  play.setAttribute('aria-label', say(view.texts, on ? 'pause' : 'play'));
  play.title = say(view.texts, on ? 'pause' : 'play');
};
