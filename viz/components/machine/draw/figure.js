// The figure itself: boxes, slabs and wires, what is lit, and the most probable tokens above it.

import {focusedNear, makeSvg, movedIndex, targetOf} from '../../shared/elements.js';
import {labelled} from '../../shared/locale.js';
import {probabilityText} from '../../shared/numbers.js';
import {chosenPlace, markedToken, say} from '../../shared/text.js';
import {TOP_ROWS, drawnKind} from '../model/layout.js';
import {meanLoss, stageAt} from '../model/stages.js';
import {blockTitle, boxLines, boxText} from '../model/words.js';

/** @import {Block, Box, MachineView, Slab} from '../types.js' */

const LINE = 13; // pixels between two lines in a box

/** @param {Block} block */
const hueOf = ({name, side}) => (name.includes('.cross') ? 'cross' : side);

/**
 * @param {MachineView} view
 * @param {Box} box
 */
const drawBox = (view, {index, x, y, width, height}) => {
  const {machine, texts, layout, order} = view;
  const own = /** @type {NonNullable<typeof machine>} */ (machine).blocks[index];
  const block = {...own, kind: drawnKind(own, order) ?? own.kind};
  const {model} = /** @type {NonNullable<typeof machine>} */ (machine);
  const middle = y + height / 2;
  const text = boxText(texts, block, model, layout.narrow);
  const lines = layout.narrow ? boxLines(text, {width, height}) : [text];
  return makeSvg(
    'g',
    {
      class: `gf-box gf-${block.kind} gf-${hueOf(block)}`,
      'data-block': block.name,
      role: 'button',
      tabindex: -1,
      'aria-label': labelled(text, blockTitle(texts, own)), // what is read begins with what is seen
    },
    makeSvg('rect', {x, y, width, height, rx: 5}),
    ...lines.map((line, i) =>
      makeSvg('text', {x: x + width / 2, y: middle + (i - (lines.length - 1) / 2) * LINE}, line),
    ),
  );
};

/**
 * @param {MachineView} view
 * @param {Slab} slab
 */
const drawSlab = ({texts}, {side, layer, x, y, width, height}) => {
  const name = say(texts, `slab.${side}`, {layer: layer + 1});
  return makeSvg(
    'g',
    {class: `gf-slab gf-${side}`, 'data-slab': `${side} ${layer}`, role: 'button', tabindex: 0, 'aria-label': name},
    makeSvg('rect', {x, y, width, height, rx: 5}),
    makeSvg('text', {x: x + width / 2, y: y + height / 2}, say(texts, 'layer', {layer: layer + 1})),
  );
};

/** @param {MachineView} view */
const drawFrames = ({layout}) =>
  Object.values(layout.frames).map(({x, y, width, height}) =>
    makeSvg('rect', {class: 'gf-frame', x, y, width, height, rx: 10}),
  );

/** @param {MachineView} view */
const drawFrameNames = ({layout, texts, machine}) =>
  Object.entries(layout.frames).map(([side, {x, y, layer}]) =>
    makeSvg(
      'text',
      {class: `gf-frame-name gf-${side}`, x: x + (layout.narrow ? 5 : 10), y: y + 11},
      say(texts, 'layer.of', {
        layer: layer + 1,
        num_layers: side === 'encoder' ? machine?.model.encoder_layers : machine?.model.decoder_layers,
      }),
    ),
  );

const arrowHead = () =>
  makeSvg(
    'marker',
    {id: 'gf-machine-arrow', markerWidth: 8, markerHeight: 8, refX: 5, refY: 3, orient: 'auto'},
    makeSvg('path', {d: 'M0 0L6 3L0 6z', class: 'gf-arrow'}),
  );

/** @param {MachineView} view */
export const drawFigure = view => {
  const {layout, texts} = view;
  const {width, height} = layout;
  const host = view.part('figure');
  const focused = focusedNear(host);
  const held = host.contains(focused) ? focused?.dataset : null;
  const svg = makeSvg('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    class: layout.narrow ? 'gf-narrow' : '',
    role: 'group',
    'aria-label': say(texts, 'figure.label'),
  });
  svg.append(makeSvg('defs', {}, arrowHead()), ...drawFrames(view));
  for (const {className, path, arrow} of layout.wires)
    svg.append(makeSvg('path', {class: className, d: path, 'marker-end': arrow ? 'url(#gf-machine-arrow)' : null}));
  const memory = makeSvg(
    'text',
    {class: 'gf-memory-name', x: layout.frames.encoder.x, y: layout.memory.y - 12},
    say(texts, layout.narrow ? 'memory.short' : 'memory'),
  );
  svg.append(
    memory,
    ...drawFrameNames(view),
    ...layout.slabs.map(slab => drawSlab(view, slab)),
    ...layout.boxes.map(box => drawBox(view, box)),
  );
  for (const {x, y} of layout.dropouts)
    svg.append(makeSvg('path', {class: 'gf-dropout', d: `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`}));
  for (const {x, y} of layout.dropouts.slice(0, 1))
    svg.append(makeSvg('text', {class: 'gf-frame-name', x: x + 10, y}, say(texts, 'dropout')));
  svg.append(
    makeSvg('g', {'data-part': 'top'}),
    makeSvg('g', {'data-part': 'cache'}),
    makeSvg('circle', {'data-part': 'signal', r: 5, class: 'gf-signal', visibility: 'hidden'}),
  );
  host.replaceChildren(svg);
  lightFigure(view);
  drawTop(view);
  drawCache(view);
  const again = held?.block ? `[data-block="${held.block}"]` : '[data-block][tabindex="0"]';
  if (held) /** @type {SVGElement | null} */ (svg.querySelector(again))?.focus({preventScroll: true});
};

/**
 * Light the block that computes, mark the one that is explained, and the memory once it is there.
 * @param {MachineView} view
 */
export const lightFigure = view => {
  const {machine, stage, chosen} = view;
  const svg = view.part('figure').firstElementChild;
  if (!machine || !svg) return;
  const now = machine.blocks[stage.block];
  for (const box of svg.querySelectorAll('[data-block]')) {
    const {block} = /** @type {SVGElement} */ (box).dataset;
    box.classList.toggle('gf-on', block === now.name);
    box.classList.toggle('gf-chosen', block === chosen);
    box.setAttribute('tabindex', block === chosen ? '0' : '-1');
    if (block === chosen) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }
  svg.classList.toggle('gf-has-memory', now.side === 'decoder');
};

const CACHE = {cell: 4, gap: 1, most: 11, height: 13};

/**
 * Beside the decoder's attentions: the keys and values in the cache as it fills, or the causal mask of training.
 * @param {MachineView} view
 */
export const drawCache = view => {
  const {machine, stage, mode, layout, texts} = view;
  const host = view.root.querySelector('[data-part="cache"]');
  if (!machine || !host) return;
  const inDecoder = machine.blocks[stage.block].side === 'decoder';
  const own = layout.boxes.find(
    box => machine.blocks[box.index].name === `decoder.${layout.frames.decoder.layer}.self`,
  );
  host.replaceChildren();
  if (!own || layout.narrow || !inDecoder) return;
  if (mode === 'train') {
    host.append(maskPicture(texts, own, machine.shown.tgt_tokens.length));
    return;
  }
  host.append(cacheCells(say(texts, 'cache', {count: stage.step + 1}), own, stage.step + 1));
};

/**
 * @param {string} name
 * @param {Box} box
 * @param {number} count
 */
const cacheCells = (name, box, count) => {
  const seen = Math.min(count, CACHE.most);
  const pitch = CACHE.cell + CACHE.gap;
  const right = box.x - 28;
  const top = box.y + box.height / 2 - CACHE.height;
  return makeSvg(
    'g',
    {class: 'gf-cache'},
    makeSvg('title', {}, name),
    ...Array.from({length: seen}, (_, i) =>
      makeSvg('rect', {
        x: right - (seen - i) * pitch,
        y: top,
        width: CACHE.cell,
        height: CACHE.height,
        class: i === seen - 1 ? 'gf-new' : '',
      }),
    ),
    makeSvg('text', {x: right - (CACHE.most * pitch) / 2, y: top + CACHE.height + 9}, name),
  );
};

/**
 * @param {MachineView['texts']} texts
 * @param {Box} box
 * @param {number} tokens
 */
const maskPicture = (texts, box, tokens) => {
  const seen = Math.min(tokens, 9);
  const pitch = 4;
  const left = box.x - 34 - seen * pitch;
  const top = box.y + box.height / 2 - seen * pitch;
  return makeSvg(
    'g',
    {class: 'gf-cache'},
    makeSvg('title', {}, say(texts, 'mask')),
    ...Array.from({length: seen * seen}, (_, i) => {
      const row = Math.floor(i / seen);
      const column = i % seen;
      return makeSvg('rect', {
        class: column > row ? 'gf-mask-cell gf-unseen' : 'gf-mask-cell',
        x: left + column * pitch,
        y: top + row * pitch,
        width: pitch - 0.6,
        height: pitch - 0.6,
      });
    }),
    makeSvg('text', {x: left + (seen * pitch) / 2, y: top + seen * pitch + 9}, say(texts, 'mask')),
  );
};

/**
 * The most probable next tokens of the last finished step; in training the probability of each token that follows.
 * @param {MachineView} view
 */
export const drawTop = view => {
  const {machine, stage, mode, layout, texts} = view;
  const host = view.root.querySelector('[data-part="top"]');
  if (!machine || !host) return;
  const {blocks, shown} = machine;
  const isDone = blocks[stage.block].kind === 'softmax';
  const {x, y, width, height} = layout.top;
  const middle = layout.narrow
    ? {class: 'gf-caption gf-at-end', x: layout.width}
    : {class: 'gf-caption', x: x + width / 2};
  const caption = (/** @type {string} */ text) => makeSvg('text', {...middle, y: y + TOP_ROWS.caption / 2}, text);
  if (mode === 'train') {
    host.replaceChildren(
      ...(isDone
        ? [caption(say(texts, 'top.train', {loss: meanLoss(shown.probabilities).toFixed(2)})), ...lossBars(view)]
        : [caption(say(texts, 'top.none'))]),
    );
    return;
  }
  const step = isDone ? stage.step : stage.step - 1;
  if (step < 0) {
    host.replaceChildren(caption(say(texts, 'top.none')));
    return;
  }
  const rows = shown.top[step].slice(0, TOP_ROWS.rows);
  const left = x + width * 0.42;
  const room = width * 0.4;
  const taken = chosenPlace(shown, step);
  host.replaceChildren(
    caption(say(texts, isDone ? 'top.now' : 'top.before', {step: step + 1})),
    ...rows.flatMap(([token, p], i) => {
      const middle = y + TOP_ROWS.caption + (i + 0.5) * TOP_ROWS.row;
      const isTaken = i === taken;
      return [
        makeSvg(
          'text',
          {class: `gf-top-token${isTaken ? ' gf-taken' : ''}`, x: left - 8, y: middle},
          markedToken(token).slice(0, layout.narrow ? 9 : 14),
        ),
        makeSvg('rect', {
          class: isTaken ? 'gf-bar gf-taken' : 'gf-bar',
          x: left,
          y: middle - 5,
          width: Math.max(1, room * p),
          height: 10,
          rx: 2,
        }),
        makeSvg('text', {class: 'gf-top-number', x: left + Math.max(1, room * p) + 6, y: middle}, probabilityText(p)),
      ];
    }),
  );
  host.classList.toggle('gf-earlier', !isDone);
  if (height < 0) host.replaceChildren();
};

/** @param {MachineView} view */
const lossBars = ({machine, layout}) => {
  const {probabilities, predicted_tokens: tokens} = /** @type {NonNullable<typeof machine>} */ (machine).shown;
  const {x, y, width} = layout.top;
  const pitch = width / probabilities.length;
  const tall = TOP_ROWS.rows * TOP_ROWS.row - 18;
  const floor = y + TOP_ROWS.caption + tall;
  return probabilities.flatMap((p, i) => [
    makeSvg(
      'rect',
      {
        class: 'gf-bar gf-taken',
        x: x + i * pitch + pitch * 0.15,
        y: floor - Math.max(1, tall * p),
        width: pitch * 0.7,
        height: Math.max(1, tall * p),
        rx: 1,
      },
      makeSvg('title', {}, `${markedToken(tokens[i])} ${probabilityText(p)}`),
    ),
    ...(pitch < 26
      ? []
      : [
          makeSvg(
            'text',
            {class: 'gf-caption gf-mono', x: x + (i + 0.5) * pitch, y: floor + 11},
            markedToken(tokens[i]).slice(0, Math.floor(pitch / 7)),
          ),
        ]),
  ]);
};

/**
 * Stop at a block: in the decoder at the present step.
 * @param {MachineView} view
 * @param {string} name
 * @param {() => void} pause
 */
const chooseBlock = (view, name, pause) => {
  const {machine, stages, stage} = view;
  if (!machine) return;
  pause();
  const index = machine.blocks.findIndex(block => block.name === name);
  if (index >= 0) view.set({at: stageAt(stages, index, Math.max(0, stage.step))});
};

/**
 * A click or a key chooses a block or opens a layer.
 * @param {MachineView} view
 * @param {() => void} pause
 */
export const wireFigure = (view, pause) => {
  const host = view.part('figure');
  /** @param {Event} event */
  const choose = event => {
    const box = targetOf(event).closest('[data-block]');
    const slab = targetOf(event).closest('[data-slab]');
    if (box) chooseBlock(view, box.dataset.block, pause);
    if (slab) {
      const [side, layer] = slab.dataset.slab.split(' ');
      const {machine} = view;
      const first = machine?.blocks.find(
        block => block.side === side && block.layer === Number(layer) && block.kind === 'attention',
      );
      if (first) chooseBlock(view, first.name, pause);
    }
    return Boolean(box || slab);
  };
  host.addEventListener('click', choose);
  host.addEventListener('keydown', event => {
    if ((event.key === 'Enter' || event.key === ' ') && choose(event)) event.preventDefault();
    const name = targetOf(event).dataset.block;
    const {machine} = view;
    if (!name || !machine) return;
    const {blocks} = machine;
    const at = blocks.findIndex(block => block.name === name);
    const back = {ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft'}; // upwards is onwards
    const to = movedIndex(/** @type {Record<string, string>} */ (back)[event.key] ?? event.key, at, blocks.length);
    if (to === null) return;
    event.preventDefault();
    chooseBlock(view, blocks[to].name, pause);
    /** @type {SVGElement | null} */ (host.querySelector(`[data-block="${blocks[to].name}"]`))?.focus({
      preventScroll: true,
    });
  });
};
