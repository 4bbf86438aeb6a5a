// Every head of the kind at the current snapshot, one small picture each; a click or an arrow key chooses one.

import {make, penOf, targetOf} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {headAt} from './history.js';

/** @import {TimeView} from './types.js' */

/** @param {TimeView} view */
export const drawHeads = view => {
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
export const paintHeads = view => {
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
