// The head and query of the close-up.

import {clamp} from '../../shared/numbers.js';
import {stepOn} from './selectors.js';

/** @import {Choice, View} from '../types.js' */
/** @import {CloseUpPlace} from '../close_up/types.js' */

/**
 * The hovered or pinned row and column of a sheet; -1 for none.
 * @param {Choice} choice
 */
const pointedAt = ({cell, pin}) =>
  cell ?? {query: pin?.side === 'query' ? pin.index : -1, key: pin?.side === 'key' ? pin.index : -1};

/**
 * The highlighted query: that of the cell, else the pinned query, else the step's; and its key, if any.
 * @param {View} view
 */
export const closeUpPlace = view => {
  const {choice, sheets} = view;
  const {kind, cell, pin} = choice;
  const at = pointedAt(choice);
  const sheet = sheets[(cell ?? pin)?.sheet ?? 0] ?? sheets[0];
  const side = sheet.side === 'variant' ? 'variant' : 'base';
  const packed = side === 'variant' ? view.variant.packed : view.packed;
  const [layers, heads, queries] = packed.kinds[kind].shape;
  const alone = kind === 'encoder' ? view.panels.closeUp.query : stepOn(view, side);
  return {
    packed,
    side,
    sheet,
    kind,
    layer: Math.min(choice.layer, layers - 1),
    head: Math.min(choice.head, heads - 1),
    query: clamp(sheet.rows[at.query]?.[0] ?? alone, 0, queries - 1),
    key: sheet.columns[at.key]?.[0] ?? null,
  };
};

/** @param {CloseUpPlace} closeUpPlace */
export const closeUpName = ({packed, kind, layer, head, query}) => `${packed.id}|${kind}.${layer}.${head}.${query}`;
