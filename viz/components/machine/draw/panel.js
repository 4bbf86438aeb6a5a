// The block that is explained: what it does, its formula, shapes, numbers, what it changed, and its code.

import {goTo} from '../../shared/address.js';
import {make, withFormulas} from '../../shared/elements.js';
import {drawListings, shapeText} from '../../shared/listing.js';
import {listed} from '../../shared/locale.js';
import {markedToken, say} from '../../shared/text.js';
import {rowOf, strongest} from '../model/attention_row.js';
import {axesText, blockTitle, headsText, tableName, wordsKey} from '../model/words.js';
import {drawHeads, drawTensor, drawTop10} from './tensor.js';
import {drawUnfolded} from './unfold.js';

/** @import {Block, Machine, MachineView, Model, Opened, Tensor, Texts} from '../types.js' */

// A part of the panel that is folded until a person opens it; then it stays open for the other blocks, too.

/** @type {WeakMap<MachineView, Set<string>>} */
const unfolded = new WeakMap();

/**
 * A part with a summary, whose content is made when it is first open.
 * @param {MachineView} view
 * @param {string} name
 * @param {string} summary
 * @param {() => HTMLElement[]} content
 */
const drawFold = (view, name, summary, content) => {
  const open = unfolded.get(view) ?? new Set();
  const isOpen = open.has(name);
  unfolded.set(view, open);
  const part = make(
    'details',
    {class: `gf-machine-${name}`, 'data-fold': name, open: isOpen ? '' : null},
    make('summary', {}, summary),
  );
  if (isOpen) part.append(...content());
  part.addEventListener('toggle', () => {
    if (part.open) open.add(name);
    else open.delete(name);
    if (part.open && part.children.length === 1) part.append(...content());
  });
  return part;
};

// Files to compute a row of attention again.

const FILES = ['notebook', 'workbook', 'worksheet'];

/**
 * Buttons for the row that is looked at, in the head of its strongest weight; none for other blocks than attention.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
const drawByHand = (view, block, opened) => {
  const weights = opened.tensors.find(one => one.role === 'attention');
  const {machine, texts} = view;
  if (!weights || !machine) return [];
  const query = rowOf(view.stage, block, weights.shape[1]);
  const {head} = strongest(weights, query);
  const kind = block.name.endsWith('cross') ? 'cross' : block.side;
  const {id} = machine.shown;
  return [
    make(
      'p',
      {class: 'gf-machine-links'},
      say(texts, 'by_hand', {head: head + 1}),
      ...FILES.map(format => {
        const button = make('button', {type: 'button', 'data-save': format}, say(texts, `by_hand.${format}`));
        button.addEventListener('click', () =>
          view.trigger('save_request', {id, format, kind, layer: block.layer, head, query}),
        );
        return button;
      }),
    ),
  ];
};

const SYMBOLS = /** @type {Record<string, string>} */ ({query: 'Q', key: 'K', value: 'V', attention: 'A'});

/**
 * Numbers that the words of a block are filled with.
 * @param {Machine} machine
 * @param {MachineView} view
 */
const valuesOf = ({model, shown}, {stage, texts}) => ({
  ...model,
  heads: headsText(texts, model),
  layers: model.decoder_layers,
  source: shown.src_tokens.length,
  target: shown.tgt_tokens.length,
  kept: stage.step + 1,
  root: Math.sqrt(model.d_model).toFixed(2),
  unit: say(texts, `unit.${model.activation}`),
  inner: say(texts, `inner.${model.activation}`),
  bias: model.output_bias ? ' + b' : '',
  factor: model.scale_embedding ? say(texts, 'factor') : '',
  times: say(texts, model.scale_embedding ? 'scaled' : 'unscaled', {
    d_model: model.d_model,
    root: Math.sqrt(model.d_model).toFixed(2),
  }),
});

/**
 * What an attention did at the row in question, with its tokens.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
const attentionSentence = (view, block, opened) => {
  const weights = opened.tensors.find(one => one.role === 'attention');
  const {machine, texts} = view;
  if (!weights || !machine) return null;
  const {src_tokens: source, tgt_tokens: target} = machine.shown;
  const isCross = block.name.endsWith('cross');
  const row = rowOf(view.stage, block, weights.shape[1]);
  const {head, key, weight} = strongest(weights, row);
  const queries = block.side === 'encoder' ? source : target;
  const keys = isCross || block.side === 'encoder' ? source : target;
  return say(texts, 'did.attention', {
    query: markedToken(queries[row]),
    head: head + 1,
    key: markedToken(keys[key]),
    weight: weight.toFixed(2),
  });
};

/**
 * How the stream changed at the token that is looked at.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
const changeSentence = (view, block, {change}) => {
  const {machine, texts} = view;
  if (!change || !machine) return null;
  const row = rowOf(view.stage, block, change.before.length);
  const tokens = block.side === 'encoder' ? machine.shown.src_tokens : machine.shown.tgt_tokens;
  const isPart = block.kind === 'attention' || block.kind === 'feed_forward';
  return say(texts, isPart ? 'did.added' : 'did.changed', {
    token: markedToken(tokens[row]),
    before: change.before[row].toFixed(1),
    after: change.after[row].toFixed(1),
    angle: change.angle[row].toFixed(0),
  });
};

/**
 * The name of what a tensor is to its block.
 * @param {Texts} texts
 * @param {Tensor} tensor
 * @param {Model} model
 */
const roleName = (texts, {role}, {activation}) => say(texts, `role.${role}`, {unit: say(texts, `unit.${activation}`)});

/**
 * Which numbers are of the whole pass, and which of the present step.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Record<string, any>} values
 */
const drawWhole = ({texts, stage}, {side}, {target, kept}) =>
  side === 'decoder' && stage.step >= 0
    ? [make('p', {class: 'gf-machine-soft gf-machine-whole'}, say(texts, 'whole', {target, row: kept}))]
    : [];

/**
 * Names, shapes and axes of a block's tensors.
 * @param {MachineView} view
 * @param {Opened} opened
 */
const drawShapes = ({texts, machine}, {tensors}) =>
  make(
    'dl',
    {class: 'gf-machine-shapes'},
    ...tensors.flatMap(one => [
      make(
        'dt',
        {},
        `${SYMBOLS[one.role] ?? roleName(texts, one, /** @type {Machine} */ (machine).model)} `,
        make('code', {}, shapeText(one.shape)),
      ),
      make('dd', {}, axesText(texts, one, /** @type {Machine} */ (machine).model)),
    ]),
  );

/** The lab of "Inside the maths" about a kind of block. @type {Partial<Record<Block['kind'], string>>} */
const LABS = {
  embedding: 'embedding_lookup',
  position: 'positional',
  norm: 'layer_norm',
  feed_forward: 'feed_forward',
  add: 'residual',
  add_norm: 'residual',
  softmax: 'sampling',
};

/**
 * Where the block leads to.
 * @param {MachineView} view
 * @param {Block} block
 */
const drawLinks = ({texts, stage}, block) => {
  /** @type {[string, Record<string, string>][]} */
  const links = [];
  const away = {tab: '', lab: '', set: '', block: '', mode: '', at: ''};
  if (block.kind === 'attention') {
    const kind = block.name.endsWith('cross') ? 'cross' : block.side;
    links.push([
      'link.heads',
      {
        ...away,
        kind,
        layer: String(Number(block.layer) + 1),
        head: '1',
        ...(stage.step >= 0 ? {step: String(stage.step + 1)} : {}),
      },
    ]);
    links.push(['link.masks', {...away, lab: 'masks'}], ['link.softmax', {...away, lab: 'softmax'}]);
  }
  const lab = LABS[block.kind];
  if (lab) links.push([`link.${lab}`, {...away, lab}]);
  return links.length === 0
    ? []
    : [
        make(
          'p',
          {class: 'gf-machine-links'},
          ...links.map(([key, fields]) => {
            const button = make('button', {type: 'button', 'data-link': key}, say(texts, key));
            button.addEventListener('click', () => goTo(fields));
            return button;
          }),
        ),
      ];
};

/**
 * A row of an attention from q·k to its weights, step by step.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
const drawUnfold = (view, block, opened) =>
  block.kind === 'attention'
    ? [drawFold(view, 'unfold', say(view.texts, 'unfold.title'), () => drawUnfolded(view, block, opened))]
    : [];

/**
 * The pictures of a block's numbers.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
const drawNumbers = (view, block, opened) => {
  const {tensors} = opened;
  const weights = tensors.find(one => one.role === 'attention');
  const vectors = tensors.filter(one => one !== weights && !one.axes.includes('top'));
  const top = tensors.findLast(one => one.axes.includes('top'));
  const result = vectors.find(one => one.role === 'output');
  const others = vectors.filter(one => one !== result);
  const step = Math.max(0, view.stage.step);
  return [
    ...(weights ? [drawHeads(view, weights)] : []),
    ...(top ? [drawTop10(view, top, opened.top_tokens, step, block.kind)] : []),
    ...(result ? [drawTensor(view, result)] : []),
    ...(others.length ? [drawMore(view, others)] : []),
  ];
};

/**
 * The tensors that a block read and made on the way to its result, drawn once they are asked for.
 * @param {MachineView} view
 * @param {Tensor[]} others
 */
const drawMore = (view, others) => {
  const {texts, machine} = view;
  const names = listed(others.map(one => roleName(texts, one, /** @type {Machine} */ (machine).model)));
  return drawFold(view, 'more', say(texts, 'more', {names}), () => others.map(one => drawTensor(view, one)));
};

/**
 * What a block did in this translation, and what the cache saves it.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Record<string, any>} values
 */
const drawDeeds = (view, block, values) => {
  const {opened, texts, mode} = view;
  const cached = `cache.${wordsKey(block)}`;
  const isCached = mode === 'generate' && `${cached}.many` in texts;
  const deeds = [
    ...(opened ? [attentionSentence(view, block, opened), changeSentence(view, block, opened)] : []),
    isCached ? say(texts, `${cached}.${values.kept === 1 ? 'one' : 'many'}`, values) : null,
  ];
  return deeds.filter(text => text !== null).map(text => make('p', {class: 'gf-machine-did'}, text));
};

/**
 * The formula of a block and its place in the paper.
 * @param {MachineView} view
 * @param {string} key
 * @param {Record<string, any>} values
 */
const drawFormula = ({texts}, key, values) => [
  make(
    'div',
    {class: 'gf-machine-formula'},
    ...say(texts, `formula.${key}`, values)
      .split('\n')
      .map(line => make('div', {}, ...withFormulas(line))),
  ),
  make('p', {class: 'gf-machine-section'}, say(texts, `section.${key}`)),
];

/**
 * Which tables are the same, at the blocks that use one.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Machine['model']} model
 */
const drawTying = ({texts}, {kind}, {tying}) =>
  kind === 'embedding' || kind === 'linear' ? [make('p', {}, say(texts, `tying.${tying}`))] : [];

/**
 * The lines of the project that computed a block, with the shapes of this sentence.
 * @param {MachineView} view
 * @param {Opened} opened
 */
const drawCode = ({texts}, {code}) => [
  make('p', {class: 'gf-code-hint'}, say(texts, 'code.hint')),
  ...drawListings(texts, code),
];

/** @param {MachineView} view */
export const drawPanel = view => {
  const {machine, chosen, opened, texts, problem} = view;
  const host = view.part('panel');
  const block = machine?.blocks.find(one => one.name === chosen);
  if (!machine || !block) return;
  const key = wordsKey(block);
  const hue = block.name.includes('.cross') ? 'cross' : block.side;
  const values = valuesOf(machine, view);
  host.dataset.hue = hue;
  host.dataset.explains = block.name;
  host.dataset.state = opened ? 'ready' : 'waiting';
  host.replaceChildren(
    make('h2', {}, blockTitle(texts, block)),
    make('p', {class: 'gf-machine-explain'}, say(texts, `explain.${key}`, values)),
    ...drawTying(view, block, machine.model),
    ...drawFormula(view, key, {...values, table: tableName(block, machine.model)}),
    ...drawDeeds(view, block, values),
    ...(opened ? drawUnfold(view, block, opened) : []),
    ...drawLinks(view, block),
    ...(opened
      ? [
          ...drawByHand(view, block, opened),
          drawFold(view, 'code', say(texts, 'code.open'), () => drawCode(view, opened)),
          ...drawWhole(view, block, values),
          drawShapes(view, opened),
          ...drawNumbers(view, block, opened),
        ]
      : [
          make(
            'p',
            {class: 'gf-machine-soft', role: 'status'},
            problem || say(texts, view.playing ? 'wait.playing' : 'wait'),
          ),
        ]),
  );
};
