// Figures for print: their choices, the width of their text, their layout, and the files.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {printFile} from '../../viz/components/attention_view/print/file.js';
import {printScene} from '../../viz/components/attention_view/print/scene.js';
import {
  FIRST_PRINT,
  MM,
  listedHeads,
  printHeads,
  printOptions,
  printPixels,
} from '../../viz/components/attention_view/print/choices.js';
import {WHITE, coloursFrom} from '../../viz/components/shared/colours.js';
import {withDensity} from '../../viz/components/shared/png.js';
import {printLabel, printLines, printWidth, withLengths} from '../../viz/components/shared/print_text.js';
import {pixelPng, sceneSvg} from '../../viz/components/shared/scene_svg.js';
import {CHOICE, headWeights, translation} from './translation.js';

const COLOURS = coloursFrom(name => (name.startsWith('overlay') ? [200, 0, 0] : [10, 20, 30]), WHITE);
const VIEW = {
  packed: translation({source: 'a dog runs.', translation: 'Hund läuft.', checkpoint: 'en-de'}),
  variant: null,
  texts: {'print.panel': 'L{layer} H{head}'},
  choice: {...CHOICE, view: 'lines', side: 'base'},
  server: null,
  lensFailed: null,
};
const drawn = (changes, view = {}) =>
  printScene({...VIEW, ...view}, printOptions({...FIRST_PRINT, ...changes}), COLOURS);

/** Every item of a scene, with the place that groups and shifts give it. */
const flat = (items, x = 0, y = 0) =>
  items.flatMap(item => {
    if (item.do === 'shift') return flat(item.items, x + item.x, y + item.y);
    if (item.do === 'group') return flat(item.items, x, y);
    return [{...item, at: [x + (item.x ?? 0), y + (item.y ?? 0)]}];
  });

test('print options put wrong values right', () => {
  const found = printOptions({
    width: '9999',
    size: 'x',
    columns: 2.6,
    ground: 'pink',
    title: 'no',
    listed: 5,
    format: 'png',
    dpi: 600,
  });
  assert.deepEqual({...FIRST_PRINT, width: 500, columns: 3, format: 'png', dpi: 600}, found);
});

test('print pixels are limited', () => {
  assert.deepEqual(printPixels([25.4, 50.8], 300), {wide: 300, high: 600, possible: true});
  assert.equal(printPixels([500, 250], 1200).possible, false);
});

test('listed heads are read in both notations', () => {
  const {heads, wrong} = listedHeads('c.1.2, L2H3;e.2.1 c.1.2 L9H1 x', 'decoder', VIEW.packed);
  assert.deepEqual(heads, [
    {kind: 'cross', layer: 0, head: 1},
    {kind: 'decoder', layer: 1, head: 2},
    {kind: 'encoder', layer: 1, head: 0},
  ]);
  assert.deepEqual(wrong, ['L9H1', 'x']);
});

test('print heads follow the choice', () => {
  const count = heads =>
    printHeads(VIEW.packed, {...VIEW.choice, heads: ['cross.0.0', 'encoder.1.1']}, {...FIRST_PRINT, heads})?.length;
  assert.deepEqual(['shown', 'chosen', 'layer', 'kind'].map(count), [undefined, 3, 3, 6]);
});

test('print heads joined by a lens are one', () => {
  const part = {shape: [2, 1, 5, 6], levels: new Uint8Array(60), low: 0, high: 1};
  const packed = {...VIEW.packed, lensValues: new Map([['rolled', {kinds: {cross: part}}]])};
  const heads = printHeads(packed, {...VIEW.choice, lens: 'rolled'}, {...FIRST_PRINT, heads: 'kind'});
  assert.deepEqual(
    heads.map(({layer, head}) => [layer, head]),
    [
      [0, 0],
      [1, 0],
    ],
  );
});

test('print widths are those of Helvetica', () => {
  assert.ok(Math.abs(printWidth('Hello', 10) - (10 * (722 + 556 + 222 + 222 + 556)) / 1000) < 1e-9);
  assert.equal(printWidth('é', 10), printWidth('e', 10));
  assert.equal(printWidth('中文', 10), 20);
  assert.ok(Math.abs(printWidth('Head', 10, 700) - (10 * (722 + 556 + 556 + 611)) / 1000) < 1e-9);
});

test('print texts are as long as the layout has them, whatever the font', () => {
  const {scene} = drawn({width: 85});
  const texts = flat(scene.items).filter(item => item.do === 'text');
  for (const {text, size, weight, length} of texts) assert.equal(length, printWidth(text, size, weight));
  const written = [...sceneSvg(scene).matchAll(/<text [^>]*textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"/g)];
  assert.equal(written.length, texts.length);
  const [greek, emoji] = withLengths(['λόγος', 'a 😀'].map(text => ({...texts[0], length: undefined, text})));
  assert.equal(greek.length ?? emoji.length, undefined); // the table does not know how wide these letters are
});

test('print labels and lines fit their room', () => {
  const label = printLabel(' Donaudampfschiff', 40, 8);
  assert.ok(label.text.endsWith('…') && label.width <= 40 && label.mark > 0);
  for (const line of printLines(`some words and ${'中'.repeat(40)}`, 60, 8)) assert.ok(printWidth(line, 8) <= 60);
});

test('print scene has the chosen size, with a margin inside of it', () => {
  const margin = 1.5 * MM - 0.01;
  for (const [width, size] of [
    [85, 8],
    [170, 5],
    [40, 6],
  ])
    for (const drawing of ['lines', 'matrix']) {
      const {scene, problem} = drawn({width, size, drawing, heads: 'layer', columns: 3});
      assert.equal(problem, null);
      assert.equal(scene.mm[0], width);
      assert.match(String(scene.mm[1]), /^\d+(\.\d)?$/);
      assert.ok(Math.abs(scene.width - width * MM) < 0.001 && Math.abs(scene.height - scene.mm[1] * MM) < 0.001);
      for (const item of flat(scene.items)) {
        if (item.do === 'text') assert.equal(item.size, size);
        const [x, y] = item.at;
        const wide = item.do === 'text' ? printWidth(item.text, size) : 0;
        if (item.do === 'rect' && item.width === scene.width) continue; // the paper
        if (item.turn) assert.ok(y - wide >= margin, item.text);
        else if (item.anchor === 'end') assert.ok(x - wide >= margin, item.text);
        else assert.ok(x >= margin && x + wide <= scene.width - margin, item.text);
        assert.ok(item.at[1] <= scene.height - margin);
      }
    }
});

test('print scene without room says so', () => {
  assert.equal(drawn({width: 30, size: 24, heads: 'kind', columns: 6}).problem, 'print.narrow');
  assert.equal(drawn({heads: 'listed', listed: ''}).problem, 'print.none');
});

test('print scene writes only the chosen lines of text', () => {
  const words = changes =>
    flat(drawn({tokens: false, ...changes}).scene.items)
      .filter(item => item.do === 'text')
      .map(item => item.text);
  const none = {title: false, legend: false, model: false, sentence: false};
  assert.deepEqual(words(none), []);
  assert.equal(words({...none, model: true}).length, 1);
  assert.ok(words({...none, legend: true}).includes('legend.weight'));
});

test('print scene has a panel for each head', () => {
  const {scene, panels} = drawn({heads: 'layer', columns: 2});
  const names = flat(scene.items).filter(item => /^L2 H/.test(item.text));
  assert.equal(panels.length, 3);
  assert.deepEqual([new Set(names.map(item => item.at[0])).size, new Set(names.map(item => item.at[1])).size], [2, 2]);
  panels.forEach(({sheet}, head) =>
    assert.deepEqual(
      [...sheet.values].map(value => Math.round(255 * value)),
      headWeights('cross', 1, head).map(value => Math.round(255 * value)),
    ),
  );
});

test('print matrix is drawn in the colours of the weights', () => {
  const {scene} = drawn({drawing: 'matrix', tokens: false});
  const {pixels} = flat(scene.items).find(item => item.do === 'cells');
  const levels = headWeights('cross', 1, 2).map(value => Math.round(255 * value));
  assert.deepEqual(
    [...pixels],
    levels.map(level => COLOURS.ramps.cross[level]),
  );
});

test('print matrix has each token next to its own row, over its own column', () => {
  const items = flat(drawn({drawing: 'matrix', tokens: true}).scene.items);
  const {
    cell,
    at: [left, top],
  } = items.find(item => item.do === 'cells');
  const place = (token, axis) =>
    (items.find(item => item.do === 'text' && item.text === token).at[axis] - [left, top][axis]) / cell - 0.5;
  assert.deepEqual(
    ['Hu', 'nd', 'läuft'].map(token => Math.round(1e6 * place(token, 1)) / 1e6 + 0),
    [0, 1, 2],
  );
  assert.deepEqual(
    ['do', 'g', 'runs'].map(token => Math.round(1e6 * place(token, 0)) / 1e6),
    [1, 2, 3],
  );
});

test('print legend takes more lines where it is narrow', () => {
  const texts = {...VIEW.texts, 'legend.weight': 'the weight of a token', 'legend.nothing': 'masked or left out'};
  const choice = {...VIEW.choice, kind: 'decoder'};
  const none = {title: false, model: false, sentence: false, tokens: false, drawing: 'matrix'};
  for (const [width, size, rows] of [
    [170, 8, 1],
    [63, 8, 2],
    [33, 12, 3],
  ]) {
    const {scene} = drawn({...none, width, size}, {choice, texts});
    const words = flat(scene.items).filter(item => item.do === 'text' && !item.anchor);
    const legend = words.filter(item => /^[01]$|^the|^mas/.test(item.text));
    assert.equal(new Set(legend.map(item => item.at[1])).size, rows);
    for (const item of legend) assert.ok(item.at[0] + printWidth(item.text, size) <= scene.width + 0.01, item.text);
  }
});

test('print scene draws overlaid heads in their colours', () => {
  const choice = {...VIEW.choice, combine: 'overlay', heads: ['cross.0.0', 'cross.0.1']};
  const items = flat(
    drawn({}, {choice, texts: {...VIEW.texts, 'table.head': 'layer {layer} head {head}'}}).scene.items,
  );
  const named = items.filter(item => /^layer \d head \d$/.test(item.text)).map(item => item.text);
  assert.deepEqual(named, ['layer 2 head 3', 'layer 1 head 1', 'layer 1 head 2']);
  assert.equal(new Set(items.filter(item => item.do === 'curves').map(item => item.stroke)).size, 2);
});

test('print scene states what was done to the numbers', () => {
  const words = choice => flat(drawn({}, {choice: {...VIEW.choice, ...choice}}).scene.items).map(item => item.text);
  assert.ok(words({words: true}).includes('stated.words'));
  assert.ok(!words({}).includes('stated.words'));
});

test('print scene names a sentence without a translation alone', () => {
  const texts = {'print.sentence.line': '{source} → {translation}', 'print.sentence.alone': '{source}.'};
  const words = packed =>
    flat(drawn({tokens: false}, {texts, packed: {...VIEW.packed, ...packed}}).scene.items).map(item => item.text);
  assert.ok(words({}).includes('a dog runs. → Hund läuft.'));
  assert.ok(words({translation: '', probabilities: []}).includes('a dog runs..'));
});

test('print ground is transparent without a rectangle', () => {
  const first = ground => drawn({ground}).scene.items[0];
  assert.equal(first('white').fill, 'rgb(255, 255, 255)');
  assert.notEqual(first('transparent').do, 'rect');
});

test('print svg is in millimetres and escapes its text', () => {
  const {scene} = drawn({});
  const text = sceneSvg({...scene, title: '<script>&"'});
  assert.match(
    text,
    new RegExp(
      `^<svg xmlns="[^"]+" width="85mm" height="${scene.mm[1]}mm" viewBox="0 0 240\\.945 [\\d.]+">` +
        `<title>&lt;script&gt;&amp;"</title>`,
    ),
  );
  assert.match(text, /&lt;\/s&gt;/);
});

test('png carries its density', () => {
  const bytes = Buffer.from(pixelPng(new Uint32Array([0xff0000ff, 0xff00ff00]), 2, 1).split(',')[1], 'base64');
  const found = Buffer.from(withDensity(bytes, 300));
  const at = found.indexOf('pHYs');
  assert.equal(at, 37);
  assert.deepEqual([found.readUInt32BE(at + 4), found.readUInt32BE(at + 8), found[at + 12]], [11811, 11811, 1]);
});

test('png of pixels holds every pixel', async () => {
  const {inflateSync} = await import('node:zlib');
  const png = Buffer.from(pixelPng(new Uint32Array([0xff030201, 0xff060504]), 1, 2).split(',')[1], 'base64');
  const at = png.indexOf('IDAT');
  const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  assert.deepEqual([...data], [0, 1, 2, 3, 0, 4, 5, 6]);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1, 2]);
});

test('print file needs no page', () => {
  const kinds = Object.fromEntries(
    Object.entries(VIEW.packed.kinds).map(([kind, {shape, weights}]) => [
      kind,
      {shape, weights: Buffer.from(weights).toString('base64')},
    ]),
  );
  const payload = JSON.stringify({...VIEW.packed, kinds, hypotheses: [], chosen: 0});
  const colours = new Proxy({}, {get: () => '#0a141e'});
  const texts = {'print.bounds': '{name} {low} {high}'};
  const request = {
    payload,
    texts,
    colours,
    choice: {layer: 1, head: 2},
    options: {width: 60},
    exact: [],
    provenance: {made: 'here'},
  };
  const found = printFile(request);
  assert.equal(found.name, 'en-de_cross_L2H3_a-dog-runs.svg');
  assert.match(found.text, /^<svg [^>]*width="60mm".*made":"here"/);
  assert.deepEqual(printFile({...request, options: {width: 6}}), {problem: 'print.width 30 500'});
});
