// The edges of a scrolling element beyond which there is more.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {edgesWithMore} from '../../viz/components/shared/watching.js';

const BOX = {scrollLeft: 0, scrollTop: 0, scrollWidth: 300, scrollHeight: 100, clientWidth: 300, clientHeight: 100};

test('a box that holds everything has no cue', () => {
  assert.deepEqual(edgesWithMore(BOX), []);
  assert.deepEqual(edgesWithMore({...BOX, scrollWidth: 301}), []); // rounding
});

test('a box names the edges beyond which there is more', () => {
  const large = {...BOX, scrollWidth: 500, scrollHeight: 400};
  assert.deepEqual(edgesWithMore(large), ['right', 'bottom']);
  assert.deepEqual(edgesWithMore({...large, scrollLeft: 90, scrollTop: 300}), ['left', 'right', 'top']);
  assert.deepEqual(edgesWithMore({...large, scrollLeft: 200}), ['left', 'bottom']);
});
