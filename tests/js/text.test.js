import assert from 'node:assert/strict';
import {test} from 'node:test';
import {base64Of, bytesOf} from '../../viz/components/shared/bytes.js';
import {madeText} from '../../viz/components/shared/listing.js';
import {
  changeText,
  minus,
  numberText,
  probabilityText,
  probabilityChange,
  shortText,
  signedText,
  weightText,
} from '../../viz/components/shared/numbers.js';
import {
  SPECIAL,
  axisToken,
  breakable,
  chosenPlace,
  columnLabel,
  csvField,
  inARow,
  plainToken,
  say,
  sayCount,
} from '../../viz/components/shared/text.js';
import {wordGroups, wordsAlone} from '../../viz/components/attention_view/numbers/words.js';

// Listings of code: how shapes and numbers are written.

test('shapes and numbers are written after their variable', () => {
  assert.equal(madeText({name: 'scores', shape: [4, 8, 8]}), 'scores [4, 8, 8]');
  assert.equal(madeText({name: 'rate', value: '0.0007'}), 'rate = 0.0007');
  assert.equal(madeText({name: 'total', shape: []}), 'total []');
});

test('what is returned is marked with an arrow', () => {
  assert.equal(madeText({name: 'return', shape: [2]}), '→ [2]');
  assert.equal(madeText({name: 'return[1]', shape: [2]}), '→ [2]');
  assert.equal(madeText({name: "return['cross']", shape: [2]}), "→ ['cross'] [2]");
  assert.equal(madeText({name: 'return.kept', shape: [2]}), '→ .kept [2]');
  assert.equal(madeText({name: 'return', value: '0.0007'}), '→ 0.0007');
  assert.equal(madeText({name: 'returned', shape: [2]}), 'returned [2]');
});

test('bytes survive base64, also more than one call takes', () => {
  const bytes = Uint8Array.from({length: 20_001}, (_, i) => i * 7);
  assert.deepEqual(bytesOf(base64Of(bytes)), bytes);
});

test('plainToken shows what would not be seen', () => {
  const shown = {
    ' dog': 'dog',
    ' ': '▁',
    '': '·',
    '\n': '⏎',
    '\t': '⇥',
    '\u202eb': 'U+202Eb',
    '👩\u200d👧': '👩\u200d👧',
    '👩\u200d': '👩U+200D',
    '👩🏽\u200d🚒': '👩🏽\u200d🚒',
    '🏳\ufe0f\u200d🌈': '🏳\ufe0f\u200d🌈',
    'a\u200db': 'aU+200Db',
    '\u200d💻': 'U+200D💻',
    'a\u200c\u200bb\u202e': 'aU+200CU+200BbU+202E',
  };
  for (const [token, text] of Object.entries(shown)) assert.equal(plainToken(token), text);
});

test('axisToken sets the beginning of a word apart', () => {
  assert.deepEqual(axisToken(' dog'), {start: true, text: 'dog'});
  assert.deepEqual(axisToken('g'), {start: false, text: 'g'});
});

test('say fills in values and falls back to the key', () => {
  assert.equal(say({a: '{x} of {y}'}, 'a', {x: 0}), '0 of ');
  assert.equal(say({}, 'missing'), 'missing');
  const texts = {'n.one': '{count} check', 'n.many': '{count} checks'};
  assert.deepEqual(
    [1, 5].map(count => sayCount(texts, 'n', count)),
    ['1 check', '5 checks'],
  );
});

test('numbers have a true minus sign, and none before 0', () => {
  assert.deepEqual(
    [minus(-0.001, 2), minus(-1.25, 1), signedText(0.5, 1), signedText(-0.5, 1)],
    ['0.00', '−1.3', '+0.5', '−0.5'],
  );
  const sheet = {exact: false, signed: true, side: 'base', low: -1, high: 1};
  assert.deepEqual([numberText(sheet, 0.5), numberText({...sheet, exact: true}, -0.5)], ['≈+0.50', '−0.500']);
});

test('a rounded difference carries ≈ where it is not that of the rounded numbers', () => {
  assert.deepEqual(
    [changeText(0.2951, 0.3149, 2), changeText(0.3, 0.31, 2), changeText(-3.8314, -3.9006, 3), changeText(-1, -2.5, 1)],
    ['≈+0.02', '+0.01', '≈−0.069', '−1.5'],
  );
});

test('padding is special, since it is the start symbol of some models', () => {
  assert.deepEqual(
    ['<pad>', '<s>', '</s>', ' <pad>', '<unk>'].map(token => SPECIAL.test(token)),
    [true, true, true, false, false],
  );
  assert.deepEqual(wordGroups(['<pad>', 'Haus', 'tür', '</s>']), [[0], [1, 2], [3]]);
});

test('csvField quotes only where it must', () => {
  assert.deepEqual(['a', 'a,b', 'a"b', 1].map(csvField), ['a', '"a,b"', '"a""b"', '1']);
});

test('csvField keeps a spreadsheet from running a text, and numbers as they are', () => {
  assert.deepEqual(['=1+1', '+', '-', '@SUM(A1)', '\tx', '=a,b'].map(csvField), [
    "'=1+1",
    "'+",
    "'-",
    "'@SUM(A1)",
    "'\tx",
    '"\'=a,b"',
  ]);
  assert.deepEqual([-1.5, '-1.5', '+2e-7', '-.5', '1-2'].map(csvField), ['-1.5', '-1.5', '+2e-7', '-.5', '1-2']);
});

test('wordGroups keeps the pieces of a word together', () => {
  assert.deepEqual(wordGroups([' a', ' do', 'g', '的', '</s>']), [[0], [1, 2], [3], [4]]);
});

test('wordsAlone sets punctuation and characters apart', () => {
  assert.deepEqual(wordsAlone([' don', "'", 't', '."', ' go', '的', '的']), [[0, 1, 2], [3], [4], [5], [6]]);
});

test('inARow puts no blank after full-width punctuation', () => {
  assert.equal(inARow(['One.', '', 'Two.']), 'One. Two.');
  assert.equal(inARow(['一。', '二。', 'Three.']), '一。二。Three.');
});

test('breakable parts texts at blanks and between Chinese letters', () => {
  assert.deepEqual(breakable('Two words'), ['Two ', 'words']);
  assert.deepEqual(breakable('（如 d_k）图，权重'), ['（如 ', 'd_k）', '图，', '权', '重']);
});

test('a single Chinese character is not turned as the label of a column', () => {
  const turned = {anchor: 'start', turn: -90};
  for (const text of ['你', ' 你', 'あ']) assert.deepEqual(columnLabel(text, turned), {anchor: 'middle'}, text);
  for (const text of ['你好', 'a', '。', '</s>', '']) assert.equal(columnLabel(text, turned), turned, text);
});

test('a probability has three decimals, and is 0 or 1 only if it is', () => {
  assert.deepEqual(probabilityChange(0.0001, 0.0004), {before: '1.0e-4', after: '4.0e-4'});
  assert.deepEqual(probabilityChange(0.0001, 0.4), {before: '<0.001', after: '0.400'});
  assert.deepEqual([0, 0.0004, 0.0005, 0.01234, 0.0994, 0.67612, 0.9994, 0.9996, 1].map(probabilityText), [
    '0',
    '<0.001',
    '0.001',
    '0.012',
    '0.099',
    '0.676',
    '0.999',
    '>0.999',
    '1.000',
  ]);
  const shares = {exact: true, shares: true, signed: false, low: 0, high: 1};
  assert.deepEqual([numberText(shares, 0.01234), numberText({...shares, signed: true}, 0.01234)], ['0.012', '+0.0123']);
  assert.deepEqual([weightText(0.01234, true), weightText(0.01234, false)], ['0.012', '≈0.01']);
});

test('a reader sees three significant digits, whatever the size', () => {
  assert.deepEqual([0.67612, 0.012345, 0.0012345, 29.5389, 318.342, 1234.5, -0.5, 0.9999, 0].map(shortText), [
    '0.676',
    '0.0123',
    '0.00123',
    '29.5',
    '318',
    '1235',
    '−0.500',
    '1.00',
    '0',
  ]);
  assert.deepEqual([0.0004861, 0.00004, -0.00004].map(shortText), ['0.000486', '<0.0001', '>−0.0001']);
});

test('the token of a step is found by its id: its text may differ where it stands alone', () => {
  const packed = {
    predicted_ids: [7, 8],
    predicted_tokens: ['', '靴'],
    top_ids: [
      [7, 9],
      [3, 8],
    ],
    top: [
      [
        ['‹E9 9D›', 0.9],
        ['x', 0.1],
      ],
      [
        ['‹B5›', 0.6],
        ['‹B4›', 0.4],
      ],
    ],
  };
  assert.deepEqual(
    [0, 1].map(step => chosenPlace(packed, step)),
    [0, 1],
  );
  const old = {...packed, predicted_ids: [], predicted_tokens: ['x', 'y'], top_ids: []};
  assert.deepEqual(
    [0, 1].map(step => chosenPlace(old, step)),
    [1, -1],
  );
});
