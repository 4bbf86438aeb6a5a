// The whole component: `mount` starts it in an element.

import {bytesOf} from '../shared/bytes.js';
import {readColours} from '../shared/colours.js';
import {followTheme, followWidth, publishShown} from '../shared/watching.js';
import {parsedLink} from './address/fields.js';
import {forNewSentence, isPredicted, keepExact, restored, unpack} from './numbers/payload.js';
import {makeView, sheetReads} from './store/store.js';
import {comparedLens} from './store/selectors.js';
import {beginWith, wireAddress} from './address/address.js';
import {fetchDetail, noteArrival} from './server/detail.js';
import {LocalEngine, wireLocal} from './changes/local_engine.js';
import {wireLosses} from './figure/losses.js';
import {stopPlaying} from './store/playing.js';
import {inTurns, keepingQuestions} from './server/ask.js';
import {wireFigure} from './figure/figure.js';
import {wireAlarm} from './strip/alarm.js';
import {wireCode} from './figure/code.js';
import {wireExplanations} from './widgets/hints.js';
import {wireGate, wireHead} from './figure/head.js';
import {behindOf, wireGiven} from './strip/given.js';
import {wireVisits} from './visits/visits.js';
import {wireLegend} from './figure/legend.js';
import {wireLink} from './address/view_link.js';
import {wireMap} from './overview/map.js';
import {wireMeaning} from './figure/meaning.js';
import {wireMessages, wireTyped} from './strip/messages.js';
import {wireOptions} from './figure/options.js';
import {wireOverview} from './overview/overview.js';
import {stageHeight, wirePresentation} from './steps/present.js';
import {closePanels} from './widgets/controls.js';
import {wireSave} from './save/save.js';
import {wireFirstPlay} from './steps/first_play.js';
import {wirePlay, wireStep} from './steps/step.js';
import {wireStrip} from './strip/strip.js';
import {wireTour} from './strip/tour.js';
import {wireVariant} from './second_translation/strip.js';
import {wireWordHeads} from './word_heads/word_heads.js';
import {wireBench} from './bench.js';

/** @import {Gradio, Kind, View} from './types.js' */

const MEDIUM = 1080; // pixels: in a narrower view the tools follow the large figure

const DETAIL_WAIT = 80; // milliseconds: several choices in a row are one request

/**
 * @param {boolean} narrow
 * @param {number} width
 */
const widthName = (narrow, width) => {
  if (narrow) return 'narrow';
  return width < MEDIUM ? 'medium' : 'wide';
};

/**
 * What a drawing needs to know of sizes, before everything else.
 * @param {View} view
 */
const layOut = view => {
  const {root, narrow, width, drawn} = view;
  root.dataset.width = widthName(narrow, width);
  if (view.stage) root.dataset.stage = String(stageHeight());
  else delete root.dataset.stage;
  drawn.figureWidth = Math.floor(view.part('figure').clientWidth);
};

/**
 * Request missing numbers: of another translation at once, of another head after a pause.
 * @param {View} view
 */
const wireDetail = view => {
  let timer = 0;
  view.subscribe(
    of => [...sheetReads(of), comparedLens(of)],
    (_, before) => {
      clearTimeout(timer);
      if (!view.packed || view.variant?.first) return; // what follows is asked about
      const [packed, variant] = before ?? [];
      if (packed !== view.packed || variant !== view.variant) fetchDetail(view);
      else timer = setTimeout(() => fetchDetail(view), DETAIL_WAIT);
    },
  );
};

const STRIP = '.gf-strip';
const LARGE = '.gf-large';
const TOOLS = '.gf-tools';

/**
 * In the order of drawing: sizes first, the mark of a complete drawing last. Each with the sections that it draws:
 * while they are out of sight it can wait; without a section it always can, null never.
 * @type {[sections: string[] | null, wires: ((view: View) => void)[]][]}
 */
const WIRING = [
  [
    null,
    [
      wireMessages,
      wireTyped,
      wireGiven,
      view =>
        view.subscribe(({packed, texts, colours, width, stage}) => [packed, texts, colours, width, stage], layOut),
    ],
  ],
  [[STRIP], [wireStrip, wireAlarm, wireLink, wireVariant]],
  [['.gf-heads'], [wireOverview]],
  [['.gf-place'], [wireMap]],
  [[LARGE], [wireHead, wireGate, wireFigure, wireLegend, wireOptions]],
  [[STRIP, TOOLS], [wireStep]],
  [[TOOLS], [wireWordHeads]],
  [[STRIP], [wirePlay, wireSave]],
  [
    [LARGE, '.gf-place'],
    [wireMeaning, wireCode],
  ],
  [['.gf-bench', TOOLS], [wireBench]],
  [
    [],
    [
      view =>
        view.show(
          () => [],
          () => {
            view.root.dataset.drawn = view.packed.id;
          },
        ),
      wireDetail,
    ],
  ],
  [
    null,
    [
      view =>
        view.subscribe(
          ({packed}) => [packed],
          ({packed}) => {
            if (!packed || isPredicted(packed)) publishShown(packed); // the other parts of the page need a model
          },
        ),
    ],
  ],
  [[], [wireAddress, wireVisits, wireLosses]],
  [[STRIP], [wireTour, wireFirstPlay]],
  [null, [wireExplanations, wirePresentation, wireLocal]],
];

/** @param {View} view */
const takeValue = view => {
  const {
    props: {value, restore},
    choice,
  } = view;
  let packed = /** @type {any} */ (null);
  try {
    if (value) packed = unpack(value);
  } catch (error) {
    console.error(error);
    view.set({broken: true});
    return;
  }
  if (!packed) {
    view.set({packed, broken: false});
    return;
  }
  stopPlaying(view);
  closePanels(view);
  const {packed: before} = view;
  const isOther = before && (before.source !== packed.source || before.checkpoint !== packed.checkpoint);
  if (isOther) view.set({paused: null});
  view.set({behind: behindOf(view, packed)});
  const kept = isOther ? forNewSentence(choice, packed) : choice;
  beginWith(view, packed, restore ? parsedLink(restore) : null, restored({...kept, side: 'base'}, packed));
};

/** @param {View} view */
const takeTexts = view => view.set({texts: JSON.parse(view.props.texts || '{}')});

/** @param {View} view */
const takeWaiting = view => {
  const {busy, problem, note} = view.props;
  view.set({waiting: {busy: Boolean(busy), problem: problem || '', note: note || ''}});
};

/**
 * Take every head's float32 weights, in base64 by kind, so that all numbers are exact.
 * @param {View} view
 * @param {Record<Kind, string>} exact
 */
export const takeExact = (view, exact) => {
  keepExact(
    view.packed,
    Object.fromEntries(Object.entries(exact).map(([kind, values]) => [kind, new Float32Array(bytesOf(values).buffer)])),
  );
  noteArrival(view);
};

/**
 * Start the component in its element; returns its view.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, trigger, server, watch, load}) => {
  const asked = new Map();
  const there = server && inTurns(server);
  const local = there?.engine_model && load ? new LocalEngine(there, load, () => view.texts) : null;
  const answering = local?.answers() ?? there;
  /** @type {View} */
  const view = makeView({
    element,
    props,
    trigger,
    server: answering && keepingQuestions(answering, asked),
    asked,
    local,
  });
  if (CSS.supports('field-sizing', 'content')) element.dataset.sizing = '';
  for (const [sections, wires] of WIRING) for (const wire of wires) view.wire(wire, sections);
  view.set({colours: readColours(element), width: element.clientWidth});
  takeTexts(view);
  takeWaiting(view);
  takeValue(view);
  watch(['texts', 'checkpoints'], () => takeTexts(view)); // the models of the comparison come and go
  watch('value', () => {
    takeValue(view);
    takeWaiting(view);
  });
  watch(['busy', 'problem', 'note'], () => takeWaiting(view));
  followWidth(element, width => view.set({width}));
  followTheme(element, () => view.set({colours: readColours(element)}));
  return view;
};
