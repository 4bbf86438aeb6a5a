// A figure for print without the page: the command line runs this module in Node or in a browser without a window.

import {bytesOf} from '../../shared/bytes.js';
import {WHITE, coloursFrom} from '../../shared/colours.js';
import {listed} from '../../shared/locale.js';
import {pngBytes, printPage} from '../../shared/saving.js';
import {sceneSvg} from '../../shared/scene_svg.js';
import {say} from '../../shared/text.js';
import {usualRows} from '../numbers/choices.js';
import {nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {
  exactHead,
  exactName,
  headWithin,
  lensLevels,
  quantisedHead,
  restored,
  unpack,
  unpackLens,
} from '../numbers/payload.js';
import {FIRST_PRINT, PRINT_LIMITS, listedHeads, printName, printOptions, printPixels} from './choices.js';
import {jsonText, provenanceOf} from '../files/provenance.js';
import {firstChoice} from '../store/store.js';
import {printScene} from './scene.js';

/** @import {Choice, HeadAt, Packed, Texts, View} from '../types.js' */
/** @import {PrintOptions} from './types.js' */

/**
 * @typedef {object} PrintRequest what the command gives
 * @property {string} payload one translation, as `pack` makes it
 * @property {Texts} texts
 * @property {Record<string, string>} colours `#rrggbb` by name
 * @property {Partial<Choice>} choice
 * @property {Partial<PrintOptions>} options
 * @property {Record<string, any>} [lens] answer of the server
 * @property {{kind: HeadAt['kind'], layer: number, head: number, reply: any}[]} exact answers of the server, by head
 * @property {{kind: HeadAt['kind'], layer: number, reply: any}[]} [layers] of a long input, answers of the server
 * @property {object} provenance answer of the server
 */

/**
 * The view of a request, as the page would open on it.
 * @param {PrintRequest} request
 */
const requestedView = ({payload, texts, choice, lens}) => {
  const packed = unpack(payload);
  const usual = firstChoice();
  const first = restored({...usual, kind: choice.kind ?? usual.kind}, packed);
  const wanted = {...first, rows: usualRows(choice.kind ?? first.kind), ...choice};
  if (lens) packed.lensValues.set(wanted.lens, unpackLens(lens, packed) ?? {});
  return /** @type {View} */ (
    /** @type {unknown} */ ({packed, texts, choice: wanted, variant: null, server: null, lensFailed: null})
  );
};

/**
 * Keep the float32 values of heads.
 * @param {Packed} packed
 * @param {string} lens
 * @param {PrintRequest['exact']} exact
 */
const takeExact = (packed, lens, exact) => {
  for (const {reply, ...wanted} of exact) {
    const part = lens === WEIGHTS ? null : packed.lensValues.get(lens)?.kinds?.[wanted.kind];
    const {shape} = part ?? packed.kinds[wanted.kind];
    const at = headWithin(shape, wanted);
    const values = exactHead(reply, shape, part ? lensLevels(part, at) : quantisedHead(packed, at), part ?? undefined);
    if (values) packed.exactHeads.set(exactName(lens, at), values);
  }
};

/**
 * Keep the weights of layers of a long input.
 * @param {Packed} packed
 * @param {PrintRequest['layers'] & {}} layers
 */
const takeLayers = (packed, layers) => {
  packed.layers = new Map(layers.map(({kind, layer, reply}) => [`${kind}.${layer}`, bytesOf(reply.levels)]));
};

/**
 * The sentence about a value that the dialog would not accept; null if there is none.
 * @param {View} view
 * @param {PrintRequest} request
 */
const refused = ({texts, packed, choice: {kind, layer, head, lens}}, {options}) => {
  for (const [name, [low, high]] of Object.entries(PRINT_LIMITS)) {
    const value = Number(options[/** @type {keyof PrintOptions} */ (name)] ?? low);
    if (!(value >= low && value <= high))
      return say(texts, 'print.bounds', {name: say(texts, `print.${name}`), low, high});
  }
  const {wrong} = options.heads === 'listed' ? listedHeads(options.listed ?? '', kind, packed) : {wrong: []};
  const [layers, heads] = packed.kinds[kind].shape;
  const isThere = layer >= 0 && layer < layers && head >= 0 && head < heads;
  const all = isThere ? wrong : [...wrong, `L${layer + 1}H${head + 1}`];
  if (all.length) return say(texts, 'print.wrong', {names: listed(all.slice(0, 5))});
  return packed.lensValues.get(lens)?.problem ?? null;
};

/**
 * One figure: its name, and its content as text, as a page to print or, in base64, as bytes; or why there is none.
 * @param {PrintRequest} request
 */
export const printFile = request => {
  const view = requestedView(request);
  const {
    packed,
    texts,
    choice: {lens},
  } = view;
  const wrong = refused(view, request);
  const options = printOptions({...FIRST_PRINT, ...request.options});
  if (wrong) return {problem: wrong};
  takeLayers(packed, request.layers ?? []);
  takeExact(packed, lens, request.exact);
  const colours = coloursFrom(
    name => [1, 3, 5].map(at => parseInt(request.colours[name].slice(at, at + 2), 16)),
    options.ground === 'page' ? undefined : WHITE,
  );
  const {scene, problem, panels} = printScene(view, options, colours);
  const {wide, high, possible} = printPixels(scene.mm ?? [0, 0], options.dpi);
  if (problem) return {problem: say(texts, problem)};
  if (options.format === 'png' && !possible) return {problem: say(texts, 'print.pixels', {wide, high})};
  const drawn = {...scene, note: jsonText(provenanceOf(packed, lens, request.provenance))};
  const name = printName(view, options);
  const heads = panels.map(({choice}) => nameOfHead(choice));
  if (options.format === 'svg') return {name, heads, text: sceneSvg(drawn)};
  if (options.format === 'pdf') return {name, heads, page: printPage(drawn, name)};
  const bytes = pngBytes(drawn, options.dpi);
  if (!bytes) return {problem: say(texts, 'print.failed')};
  return {name, heads, base64: btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))};
};
