// Missing numbers of the sheets: float32 weights, layers of long inputs and lenses, requested without delaying drawing.

import {bytesOf} from '../../shared/bytes.js';
import {headsInUse, nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {exactHead, exactName, headWithin, lensLevels, quantisedHead, unpackLens} from '../numbers/payload.js';
import {MOST_LAYERS, isStandIn, layerBytes} from '../numbers/reduced.js';
import {shownLensNames, shownTranslations} from '../store/selectors.js';
import {ask, stillShown} from './ask.js';

/** @import {HeadAt, Kind, Packed, View} from '../types.js' */

const MOST_EXACT = 8; // heads together whose float32 weights are requested; more stay approximate

const EXACT_NUMBERS = 8e6; // float32 weights kept for one translation: 32 MB

/**
 * Record that numbers of a shown translation have arrived.
 * @param {View} view
 */
export const noteArrival = view => view.set({arrivals: view.arrivals + 1});

/**
 * Request missing numbers of the sheets: float32 weights of the heads shown, a lens. Drawing never waits.
 * @param {View} view
 */
export const fetchDetail = view => {
  const {choice} = view;
  for (const one of shownTranslations(view))
    for (const lens of shownLensNames(view)) {
      if (lens !== WEIGHTS && !one.lensValues.has(lens)) fetchLens(view, one, lens);
      else
        for (const head of headsInUse(choice).slice(0, MOST_EXACT))
          if (lens === WEIGHTS && isStandIn(one, head)) fetchLayer(view, one, head);
          else fetchExact(view, one, head, lens);
    }
};

/**
 * What is known of one head in 8 bits, and the question for its float32 values; null where there is nothing to ask.
 * @param {View} view
 * @param {Packed} packed
 * @param {HeadAt} wanted
 * @param {string} lens
 */
const exactQuestion = ({server}, packed, wanted, lens) => {
  const part = lens === WEIGHTS ? null : packed.lensValues.get(lens)?.kinds?.[wanted.kind];
  const {shape} = part ?? packed.kinds[wanted.kind];
  const at = headWithin(shape, wanted);
  const {id} = packed;
  if (lens === WEIGHTS)
    return server?.head_values
      ? {at, shape, levels: quantisedHead(packed, at), ask: () => server.head_values({id, ...at})}
      : null;
  return part && server?.lens_head
    ? {at, shape, levels: lensLevels(part, at), range: part, ask: () => server.lens_head({id, lens, ...at})}
    : null;
};

/**
 * Ask for the float32 values of one head through the current lens; stale and wrong replies are dropped.
 * @param {View} view
 * @param {Packed} packed
 * @param {HeadAt} wanted
 * @param {string} [lens]
 */
export const fetchExact = async (view, packed, wanted, lens = view.choice.lens) => {
  const question = exactQuestion(view, packed, wanted, lens);
  if (!question) return;
  const name = exactName(lens, question.at);
  if (packed.exactHeads.has(name) || packed.asked.has(name)) return;
  packed.asked.add(name);
  let values = null;
  try {
    values = exactHead(await question.ask(), question.shape, question.levels, question.range);
  } catch {
    values = null;
  }
  if (!values) {
    packed.asked.delete(name);
    return;
  }
  packed.exactHeads.set(name, values);
  for (const old of packed.exactHeads.keys())
    if (packed.exactHeads.size * values.length > EXACT_NUMBERS && old !== name) packed.exactHeads.delete(old);
  const used = headsInUse(view.choice).some(one => nameOfHead(one) === nameOfHead(wanted));
  if (stillShown(view, packed) && used && shownLensNames(view).includes(lens)) noteArrival(view);
};

/**
 * Request every number of a lens, once per translation.
 * @param {View} view
 * @param {Packed} packed
 * @param {string} lens
 */
const fetchLens = async (view, packed, lens) => {
  if (packed.lensValues.has(lens) || packed.asked.has(lens) || !view.server?.lens_values) return;
  packed.asked.add(lens);
  view.set({lensFailed: null});
  const data = unpackLens(await ask(view, 'lens_values', {id: packed.id, lens}), packed);
  packed.asked.delete(lens);
  if (data) packed.lensValues.set(lens, data);
  if (!stillShown(view, packed)) return;
  view.set({lensFailed: data ? null : lens});
  if (!shownLensNames(view).includes(lens)) return;
  noteArrival(view);
  if (data) fetchDetail(view);
};

/**
 * Request the weights of one layer; true if they are loaded or there is no server.
 * @param {View} view
 * @param {Packed} packed
 * @param {HeadAt} at
 */
const fetchLayer = async (view, packed, {kind, layer}) => {
  const name = `${kind}.${layer}`;
  const wanted = `layer ${name}`;
  const isHere = packed.layers?.has(name);
  if (!packed.kinds[kind].reduced || isHere || packed.asked.has(wanted) || !view.server?.layer_values) return;
  packed.asked.add(wanted);
  const reply = await ask(view, 'layer_values', {id: packed.id, kind, layer});
  packed.asked.delete(wanted);
  packed.layerProblem = typeof reply?.problem === 'string' ? reply.problem : '';
  const isKept = keepLayer(packed, kind, name, reply?.levels);
  if (!stillShown(view, packed)) return;
  noteArrival(view);
  if (isKept) fetchDetail(view);
};

/**
 * Keep the weights of a layer, and forget the oldest beyond the limit; returns whether they are complete.
 * @param {Packed} packed
 * @param {Kind} kind
 * @param {string} name
 * @param {unknown} base64
 */
const keepLayer = (packed, kind, name, base64) => {
  const levels = typeof base64 === 'string' ? bytesOf(base64) : null;
  const layers = (packed.layers ??= new Map());
  if (levels?.length !== layerBytes(packed.kinds[kind])) return false;
  layers.set(name, levels);
  for (const old of layers.keys()) if (layers.size > MOST_LAYERS) layers.delete(old);
  return true;
};
