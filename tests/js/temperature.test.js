import assert from 'node:assert/strict';
import {test} from 'node:test';

import {temperedBy} from '../../viz/components/attention_view/steps/temperature.js';

test('a probability at a temperature is that of softmax over the temperature', () => {
  const logits = [2, 1, -0.5];
  const softmax = temperature => {
    const powers = logits.map(logit => Math.exp(logit / temperature));
    const sum = powers.reduce((a, b) => a + b);
    return powers.map(power => power / sum);
  };
  const own = softmax(1);
  const sum = Math.log(own.reduce((all, p) => all + p ** (1 / 0.3), 0));
  const packed = {tempered: {temperatures: [0.1, 0.3], sums: [[null], [sum]]}};
  const at = temperedBy(packed, 0, 0.3);
  for (const [i, p] of own.entries()) assert.ok(Math.abs(at(p) - softmax(0.3)[i]) < 1e-9);
  assert.equal(at(0), 0);
  assert.equal(temperedBy({}, 0, 1)(0.25), 0.25);
  assert.equal(temperedBy({}, 0, 0.3), null); // not there yet
  assert.equal(temperedBy(packed, 0, 0.1), null); // not finite
});
