import assert from 'node:assert/strict';
import {test} from 'node:test';
import {changeFields} from '../../viz/components/attention_view/address/fields.js';
import {showLinkedChange} from '../../viz/components/attention_view/address/view_link.js';
import {differingPart, excerpts} from '../../viz/components/attention_view/numbers/excerpts.js';
import {MOST_VISITS, otherThan, visitOf, withVisit} from '../../viz/components/attention_view/visits/visits.js';
import {translation} from './translation.js';

const LONG = 'Eine Frau in einem gelben Kleid fährt mit ihrem Fahrrad';

test('entries that would be the same begin where they differ', () => {
  const texts = [
    `${LONG} eine belebte Straße entlang.`,
    `${LONG} eine volle Straße hinunter.`,
    'Ein Hund.',
    `${LONG} durch die Stadt.`,
  ];
  assert.deepEqual(excerpts(texts, 48), [
    'Eine Fra … belebte Straße entlang.',
    'Eine Fra … volle Straße hinunter.',
    'Ein Hund.',
    'Eine Fra … durch die Stadt.',
  ]);
});

test('entries that differ early, or not at all, are only cut', () => {
  assert.deepEqual(excerpts(['abcdef', 'xbcdef', 'abc'], 4), ['abc…', 'xbc…', 'abc']);
  assert.deepEqual(excerpts(['abcdef', 'abcdef'], 4), ['abc…', 'abc…']);
  const [one, other] = excerpts([`${LONG} a`, `${LONG} ab`], 40);
  assert.ok(one !== other && one.endsWith(' … a') && other.endsWith(' … ab'));
});

test('the part that differs is of whole words', () => {
  assert.deepEqual(differingPart('a red dog runs', 'a read dog runs'), ['a ', 'red ', 'dog runs']);
  assert.deepEqual(differingPart('a dog', 'a dog'), ['a dog', '', '']);
  assert.deepEqual(differingPart('a a dog', 'a dog'), ['a ', 'a ', 'dog']);
  assert.deepEqual(differingPart('', 'a'), ['', '', '']);
  assert.deepEqual(differingPart('一只棕色的狗', '一只红色的狗'), ['一只', '棕', '色的狗']);
});

const packed = translation({
  source: 'a dog',
  translation: 'ein Hund',
  checkpoint: 'en-de',
  decoding: {beam_size: 4, alpha: 0.6},
  chosen: 1,
});
const visit = visitOf(packed);

test('a visit names all that makes its translation', () => {
  assert.deepEqual(visit, {text: 'a dog', translation: 'ein Hund', checkpoint: 'en-de', beam: 4, alpha: 0.6, rank: 1});
  assert.equal(visitOf({...packed, translation: 'x'.repeat(999)}).translation.length, 300);
});

test('a translation is kept once, and the oldest go', () => {
  assert.deepEqual(withVisit([visit], {...visit}), [visit]);
  const many = Array.from({length: MOST_VISITS}, (_, i) => ({...visit, text: String(i)}));
  const kept = withVisit(many, visit);
  assert.deepEqual([kept.length, kept[0].text, kept.at(-1)], [MOST_VISITS, '1', visit]);
  const long = withVisit(
    many.map(one => ({...one, text: one.text.repeat(20000)})),
    visit,
  );
  assert.ok(long.length < MOST_VISITS && JSON.stringify(long).length <= 400000);
});

test('otherThan names what differs from the translation shown', () => {
  assert.deepEqual(otherThan(packed, {...visit, rank: 0}), {rank: 0});
  assert.deepEqual(otherThan(packed, {...visit, text: 'a cat', beam: 2}), {text: 'a cat', beam_size: 2, rank: 1});
});

test('another hypothesis is compared with the best one, from a link too', async () => {
  // It went to the lab, which had nothing to change: reload, Back and the history showed no second translation.
  const asked = [];
  const view = {
    packed,
    texts: {},
    server: {
      variant: async request => {
        asked.push(request);
        return {problem: 'busy'};
      },
    },
    set: changes => Object.assign(view, changes),
  };
  const fields = changeFields(otherThan(packed, {...visit, rank: 0}));
  assert.equal(await showLinkedChange(view, {...fields, side: 'both'}), 'shown');
  assert.deepEqual(
    asked.map(({id, rank, off}) => [id, rank, off]),
    [['t', 0, []]],
  );
  assert.equal(view.waiting.problem, 'busy');
});
