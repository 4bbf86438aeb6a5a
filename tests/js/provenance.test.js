import assert from 'node:assert/strict';
import {test} from 'node:test';

import {commentLine, provenanceOf} from '../../viz/components/attention_view/files/provenance.js';

const PACKED = {
  source: '=1,=2;#"\n狗',
  translation: 'x',
  checkpoint: 'en-de',
  decoding: {beam_size: 4, alpha: 0.6},
  hypotheses: [{log_prob: -1, score: -0.5}],
  chosen: 0,
};

test('the server completes what the page knows, and a refusal does not', () => {
  const own = provenanceOf(PACKED, 'weights', {problem: 'no'});
  assert.deepEqual(own, provenanceOf(PACKED, 'weights', null));
  assert.deepEqual([own.rank, own.score, own.lens], [1, -0.5, null]);
  assert.deepEqual(provenanceOf(PACKED, 'scores', {weights_sha256: 'ab', lens: null}), {
    ...own,
    weights_sha256: 'ab',
    lens: 'scores',
  });
  assert.equal(provenanceOf({...PACKED, hypotheses: [], decoding: null}, 'weights', null).rank, null);
});

test('a comment line is one line of ASCII without a formula', () => {
  const from = provenanceOf(PACKED, 'weights', null);
  const line = commentLine(from);
  assert.match(line, /^# [\x20-\x7e]*\n$/);
  assert.deepEqual(JSON.parse(line.slice(2)), from);
  assert.ok(line.split(/[,;]/).every(cell => !/^\s*[=+@-]/.test(cell)));
});
