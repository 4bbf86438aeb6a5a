// Where the boxes, slabs and wires of Figure 1 stand. Pure functions; lengths in pixels, y downwards.

/** @import {Block, BlockKind, Box, Layout, Machine, Order, Side, Slab, Wire} from '../types.js' */

const NARROW = 620; // of the figure
const GAP = 11; // between boxes of a layer
const OUTSIDE = 14; // between what is outside the layers
const SLAB = {height: 20, gap: 5};
const FRAME = {below: 13, above: 24};
const RAIL = 9; // from a box to the residual connection beside it
const TOP = {rows: 5, row: 18, caption: 22};

/** @type {Record<BlockKind, number>} */
const HEIGHTS = {
  embedding: 32,
  position: 26,
  norm: 22,
  attention: 36,
  feed_forward: 36,
  add: 22,
  add_norm: 24,
  linear: 32,
  softmax: 28,
};

/** @type {Side[]} */
const SIDES = ['encoder', 'decoder'];

/**
 * What a block is drawn as: itself, or in the paper's order (post-norm) a sum with the norm that follows it; null for a
 * norm that the paper does not have there.
 * @param {Pick<Block, 'kind'>} block
 * @param {Order} order
 * @returns {BlockKind | null}
 */
export const drawnKind = ({kind}, order) => {
  if (order === 'model') return kind;
  if (kind === 'norm') return null;
  return kind === 'add' ? 'add_norm' : kind;
};

/**
 * One stack, laid from below: boxes and slabs with their distance from the floor.
 * @param {Machine} machine
 * @param {Side} side
 * @param {number} open
 * @param {Order} order
 */
const stackOf = ({blocks, model}, side, open, order) => {
  /** @type {{index: number, low: number, height: number}[]} */
  const boxes = [];
  /** @type {{layer: number, low: number}[]} */
  const slabs = [];
  let floor = 0;
  let frame = {low: 0, height: 0};
  /** @param {number | null} layer */
  const place = layer => {
    for (const [index, block] of blocks.entries()) {
      const kind = drawnKind(block, order);
      if (!kind || block.side !== side || block.layer !== layer || (layer === null && isAfter(block))) continue;
      boxes.push({index, low: floor, height: HEIGHTS[kind]});
      floor += HEIGHTS[kind] + (layer === null ? OUTSIDE : GAP);
    }
  };
  place(null);
  for (let layer = 0; layer < model[`${side}_layers`]; layer++) {
    if (layer === open) {
      frame = {low: floor, height: 0};
      floor += FRAME.below;
      place(layer);
      floor += FRAME.above - GAP;
      frame.height = floor - frame.low;
    } else {
      slabs.push({layer, low: floor});
      floor += SLAB.height;
    }
    floor += SLAB.gap;
  }
  floor += OUTSIDE - SLAB.gap;
  for (const [index, block] of blocks.entries()) {
    if (block.side !== side || block.layer !== null || !isAfter(block) || !drawnKind(block, order)) continue;
    boxes.push({index, low: floor, height: HEIGHTS[block.kind]});
    floor += HEIGHTS[block.kind] + OUTSIDE;
  }
  return {boxes, slabs, frame, height: floor - OUTSIDE};
};

/** @param {Block} block outside the layers: whether it stands above them */
const isAfter = ({kind}) => kind === 'norm' || kind === 'linear' || kind === 'softmax';

/**
 * The main path of a stack: lines between what stands one above the other.
 * @param {{y: number, height: number}[]} parts
 * @param {number} x
 * @param {Side} side
 * @returns {Wire[]}
 */
const trunk = (parts, x, side) => {
  const rising = [...parts].sort((a, b) => b.y - a.y);
  return rising
    .slice(1)
    .map((above, i) => ({className: `gf-wire gf-${side}`, path: `M${x} ${rising[i].y}V${above.y + above.height}`}));
};

/**
 * The residual connections of the open layer: past each sub-layer into its sum.
 * @param {Block[]} blocks
 * @param {Box[]} boxes
 * @param {Side} side
 * @param {number} x
 * @returns {Wire[]}
 */
const residuals = (blocks, boxes, side, x) =>
  boxes.flatMap(add => {
    const {kind, name} = blocks[add.index];
    if (kind !== 'add' && kind !== 'add_norm') return [];
    const own = boxes.filter(box => blocks[box.index].name.startsWith(name.slice(0, -'.add'.length)) && box !== add);
    const below = Math.max(...own.map(box => box.y + box.height)) + 6;
    const sign = side === 'encoder' ? -1 : 1;
    const edge = x + (sign * add.width) / 2;
    const rail = edge + sign * RAIL;
    return [{className: 'gf-wire gf-residual', path: `M${x} ${below}H${rail}V${add.y + add.height / 2}H${edge}`}];
  });

/**
 * The memory: from the top of the encoder to the cross-attention of every decoder layer.
 * @param {{x: number, y: number}} from
 * @param {number} rail
 * @param {Box} cross
 * @param {Slab[]} slabs of the decoder
 * @returns {Wire[]}
 */
const memoryWires = (from, rail, cross, slabs) => {
  const into = cross.y + cross.height / 2;
  const level = from.y - 18;
  const branches = slabs.map(slab => ({
    className: 'gf-wire gf-memory gf-branch',
    path: `M${rail} ${level}V${slab.y + SLAB.height / 2}H${slab.x}`,
  }));
  return [
    ...branches,
    {className: 'gf-wire gf-memory', path: `M${from.x} ${from.y}V${level}H${rail}V${into}H${cross.x - 2}`, arrow: true},
  ];
};

/**
 * The figure for a width, with one layer of each stack open.
 * @param {Machine} machine
 * @param {Record<Side, number>} open
 * @param {number} width
 * @param {Order} [order]
 * @returns {Layout}
 */
export const layoutOf = (machine, open, width, order = 'model') => {
  const {blocks} = machine;
  const narrow = width < NARROW;
  const edge = narrow ? 12 : 36;
  const wide = narrow ? Math.min(190, Math.floor((width - 52) / 2)) : Math.min(236, Math.floor(width * 0.33));
  const centres = {encoder: edge + wide / 2, decoder: width - edge - wide / 2};
  const stacks = {
    encoder: stackOf(machine, 'encoder', open.encoder, order),
    decoder: stackOf(machine, 'decoder', open.decoder, order),
  };
  const above = TOP.rows * TOP.row + TOP.caption + OUTSIDE;
  const height = Math.max(stacks.decoder.height + above, stacks.encoder.height + 40);
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Slab[]} */
  const slabs = [];
  /** @type {Wire[]} */
  const wires = [];
  const frames = /** @type {Layout['frames']} */ ({});
  for (const side of SIDES) {
    const {boxes: own, slabs: flat, frame} = stacks[side];
    const x = centres[side] - wide / 2;
    const placed = own.map(({index, low, height: tall}) => ({
      index,
      x,
      y: height - low - tall,
      width: wide,
      height: tall,
    }));
    const pressed = flat.map(({layer, low}) => ({
      side,
      layer,
      x: x - 8,
      y: height - low - SLAB.height,
      width: wide + 16,
      height: SLAB.height,
    }));
    frames[side] = {
      x: x - 20,
      y: height - frame.low - frame.height,
      width: wide + 40,
      height: frame.height,
      layer: open[side],
    };
    if (narrow) Object.assign(frames[side], {x: x - 12, width: wide + 24});
    wires.push(...trunk([...placed, ...pressed], centres[side], side));
    wires.push(
      ...residuals(
        blocks,
        placed.filter(box => blocks[box.index].layer !== null),
        side,
        centres[side],
      ),
    );
    boxes.push(...placed);
    slabs.push(...pressed);
  }
  const tops = [
    ...boxes.filter(box => blocks[box.index].side === 'encoder'),
    ...slabs.filter(slab => slab.side === 'encoder'),
    frames.encoder,
  ];
  const from = {x: centres.encoder, y: Math.min(...tops.map(one => one.y))};
  const cross = /** @type {Box} */ (boxes.find(box => blocks[box.index].name === `decoder.${open.decoder}.cross`));
  const rail = (centres.encoder + centres.decoder) / 2;
  wires.push(
    ...memoryWires(
      from,
      rail,
      cross,
      slabs.filter(slab => slab.side === 'decoder'),
    ),
  );
  const last = boxes[boxes.length - 1];
  wires.push({className: 'gf-wire gf-decoder', path: `M${centres.decoder} ${last.y}V${last.y - OUTSIDE + 4}`});
  return {
    width,
    height,
    narrow,
    centres,
    boxes,
    slabs,
    frames,
    wires,
    dropouts: dropoutsOf(blocks, boxes, centres),
    memory: {x: rail, y: from.y - 18},
    top: {x: last.x, y: last.y - above + 2, width: wide, height: above - OUTSIDE},
    bottom: height,
  };
};

/**
 * Where the paper applies dropout (5.4): to the sum of embedding and position, and to what each sub-layer adds.
 * @param {Block[]} blocks
 * @param {Box[]} boxes
 * @param {Record<Side, number>} centres
 */
const dropoutsOf = (blocks, boxes, centres) =>
  boxes.flatMap(box => {
    const {kind, side} = blocks[box.index];
    return kind === 'position' || kind === 'attention' || kind === 'feed_forward'
      ? [{x: centres[side], y: box.y - GAP / 2}]
      : [];
  });

/** Rows of the most probable tokens above the figure. */
export const TOP_ROWS = TOP;
