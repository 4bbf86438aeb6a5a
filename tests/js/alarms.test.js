import assert from 'node:assert/strict';
import {test} from 'node:test';

import {repetition} from '../../viz/components/attention_view/numbers/words.js';
import {variantWords} from '../../viz/components/attention_view/second_translation/strip.js';
import {alarms, fragments, meanLogProb} from '../../viz/components/attention_view/strip/alarm.js';
import {foreignTo, sentencesOf} from '../../viz/components/attention_view/strip/typed_text.js';

test('fragments counts bytes of a character and letters of a word', () => {
  assert.deepEqual(fragments(['', '', '一', '', '', '只', '</s>']), {count: 6, total: 6});
  assert.deepEqual(fragments([' h', 'e', 'l', 'lo', ' a', ' I', '.', '</s>']), {count: 3, total: 7});
  assert.deepEqual(fragments([' Ein', ' Hund', ' läuft', '.', '</s>']), {count: 0, total: 4});
  assert.deepEqual(fragments(['三', '千', '</s>']), {count: 0, total: 2});
});

test('a second translation that repeats itself says so', () => {
  const texts = {'alarm.repeats': '{text}, {times} times', 'change.same': 'same'};
  const change = {same: true};
  const packed = {
    predicted_tokens: ['是', '否则', '是', '否则', '是', '否则', '</s>'],
    kinds: {cross: {shape: [1, 1]}},
  };
  assert.deepEqual(variantWords({texts, variant: {packed, change}}), ['same', '是否则, 3 times']);
});

test('repetition finds the tokens that repeat most often in a row', () => {
  assert.deepEqual(repetition([' als', ' er', ' reg', ' reg', ' reg', ' reg', 'elt']), {text: 'reg', times: 4});
  assert.deepEqual(repetition([' kl', 'iz', 'i', 'iz', 'i', 'iz', 'i', 'ert']), {text: 'izi', times: 3});
  assert.equal(repetition([' a', ' b', ' a', ' b', ' c']), null);
  assert.equal(repetition(['.', '.', '.', '.']), null);
});

const plain = {
  source: 'A dog.',
  src_tokens: [' A', ' dog', '.', '</s>'],
  predicted_tokens: [' Ein', ' Hund', '.', '</s>'],
  probabilities: [0.9, 0.8, 0.9, 1],
  truncated: false,
  languages: ['en', 'de'],
  doubt_below: -0.5,
};
const keys = change => alarms({...plain, ...change}).map(([key]) => key);

test('alarms are silent about ordinary text and speak of each fault', () => {
  assert.deepEqual(keys({}), []);
  const odd = {src_tokens: ['', '', '一', '</s>'], predicted_tokens: [' noch', ' noch', ' noch'], truncated: true};
  assert.deepEqual(keys(odd), ['alarm.fragments', 'alarm.repeats', 'alarm.truncated']);
  assert.deepEqual(keys({source: 'A dog. A cat.'}), ['alarm.sentences']);
  assert.deepEqual(keys({source: 'Der Hund schläft auf dem Sofa.'}), ['alarm.language']);
  assert.deepEqual(keys({source: '狗在睡觉。'}), ['alarm.script']);
  assert.deepEqual(keys({src_tokens: Array(8).fill(' very')}), []);
  assert.deepEqual(keys({src_tokens: Array(9).fill(' very')}), ['alarm.short']);
});

test('a translation is doubtful below the mean log-probability of its checkpoint', () => {
  const probabilities = [0.5, 0.6, 0.7, 0.8];
  const mean = (Math.log(0.5) + Math.log(0.6) + Math.log(0.7) + Math.log(0.8)) / 4;
  assert.ok(Math.abs(meanLogProb(probabilities) - mean) < 1e-12);
  assert.deepEqual(keys({probabilities, doubt_below: mean + 1e-6}), ['alarm.unsure']);
  assert.deepEqual(keys({probabilities, doubt_below: mean - 1e-6}), []);
  assert.deepEqual(keys({probabilities, doubt_below: null}), []);
});

test('sentences end at lines and marks, not at abbreviations', () => {
  assert.deepEqual(sentencesOf('Mr. Smith came. He sat down!\nWhy? ', 'en'), [
    'Mr. Smith came.',
    'He sat down!',
    'Why?',
  ]);
  assert.deepEqual(sentencesOf('我来了。你在哪里？', 'zh'), ['我来了。', '你在哪里？']);
  assert.deepEqual(sentencesOf('It costs 3.50 euros...', 'en'), ['It costs 3.50 euros...']);
  assert.deepEqual(sentencesOf(' \n. \n', 'en'), []);
  assert.deepEqual(sentencesOf('1. One dog\n2) Two cats\n• Three', 'en'), ['1. One dog', '2) Two cats', '• Three']);
  assert.deepEqual(sentencesOf('Das ist z. B. gut. Es regnet.', 'de'), ['Das ist z. B. gut.', 'Es regnet.']);
  assert.deepEqual(sentencesOf('We met at 5 p.m. They left at 6 p.m. today.', 'en'), [
    'We met at 5 p.m.',
    'They left at 6 p.m. today.',
  ]);
});

test('foreign text is told by its letters and its frequent words', () => {
  for (const text of [
    'Where is the station?',
    'Tom',
    'Die Hard is a film.',
    'Berlin, Hamburg und München',
    'war',
    'A man was in the bus.',
    '',
    '12 + 3',
  ])
    assert.equal(foreignTo(text, 'en'), '', text);
  assert.equal(foreignTo('Ich habe keine Zeit.', 'en'), 'de');
  assert.equal(foreignTo('Où est la gare et le musée?', 'en'), 'fr');
  assert.equal(foreignTo('Where is the station?', 'de'), 'en');
  assert.equal(foreignTo('Где вокзал?', 'en'), 'script');
  assert.equal(foreignTo('Where is the station?', 'zh'), 'script');
  assert.equal(foreignTo('我在东京 (Tokyo)。', 'zh'), '');
  assert.equal(foreignTo('Ich habe keine Zeit.', ''), '');
});
