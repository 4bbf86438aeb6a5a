import assert from 'node:assert/strict';
import {test} from 'node:test';

import {paneIn} from '../../viz/components/attention_view/figure/pane.js';

test('a new figure does not have the keys of the one before it', () => {
  // Escape on the lines painted the labels and the frame of the matrix over them.
  const sight = {children: [{}, {}, {}]};
  const scroller = {className: 'gf-scroll gf-matrix', dataset: {}, firstChild: {firstChild: sight}};
  const host = {querySelector: () => scroller, children: [scroller], onkeydown: () => {}};
  paneIn(host, 'gf-lines');
  assert.equal(host.onkeydown, null);
});
