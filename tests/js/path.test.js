import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setImmediate} from 'node:timers/promises';

import {dockOf, scrollBy} from '../../viz/components/path/dock.js';
import {foundNodes, makeFindings} from '../../viz/components/path/found.js';
import {
  CHAPTERS,
  LENGTHS,
  neighbourOf,
  chapterNamed,
  isShort,
  placeIn,
} from '../../viz/components/path/model/chapters.js';
import {
  countCrossOff,
  isDone,
  mostChanged,
  mostImportant,
  previousWeights,
} from '../../viz/components/path/model/tasks.js';
import {makeQuestion} from '../../viz/components/path/question.js';
import {withDocument} from './page.js';

test('every length goes through chapters in the order of the paper', () => {
  const order = CHAPTERS.map(({name}) => name);
  assert.equal(order.length, 12);
  for (const names of Object.values(LENGTHS))
    assert.deepEqual(
      names,
      order.filter(name => names.includes(name)),
    );
  assert.deepEqual(
    [neighbourOf('hour', 'embedding', -1), neighbourOf('ten', 'embedding', 1), neighbourOf('hour', 'whole', 1)],
    ['', 'attention', ''],
  );
});

test('links name a length and a chapter, and those of the tour its stops', () => {
  assert.deepEqual(placeIn({path: 'hour', chapter: 'cross'}), {path: 'hour', chapter: 'cross'});
  assert.deepEqual(placeIn({path: 'ten', chapter: 'scale'}), {path: 'ten', chapter: ''});
  assert.deepEqual(placeIn({path: 'constructor'}), {path: '', chapter: ''});
  assert.deepEqual(
    ['1', '10', '11', '12', '13', 'x'].map(stop => placeIn({stop}).chapter),
    ['embedding', 'cross', 'output', 'training', '', ''],
  );
});

test('a link with nothing but its chapter has to be opened', () => {
  const cross = chapterNamed('cross');
  assert.ok(isShort(cross, {path: 'hour', chapter: 'cross', text: 'a'}));
  assert.ok(!isShort(cross, {path: 'hour', chapter: 'cross', kind: 'encoder'}));
});

/** Attention of one layer with two heads, the second of which attends to the token before. */
const PREVIOUS = {
  shape: [1, 2, 3, 3],
  weights: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255, 0]),
};
const SITUATION = {
  fields: {},
  kinds: {encoder: PREVIOUS, decoder: PREVIOUS, cross: PREVIOUS},
  probabilities: [0.9, 0.2, 0.8],
  best: {kind: 'cross', layer: 0, head: 1},
};

test('tasks are done when the page shows it, and not before', () => {
  assert.deepEqual(previousWeights(PREVIOUS), [[0, 1]]);
  const head = {kind: 'encoder', layer: '1', head: '2'};
  /** @type {Record<string, Record<string, string>>} */
  const done = {
    embedding: {block: 'decoder.embedding'},
    position: {lab: 'positional', set: '{"pair":60}'},
    attention: {...head, pin: 'query.2'},
    scale: {lab: 'softmax', set: '{"d_k":128}'},
    heads: head,
    residual: {block: 'encoder.1.feed_forward.add'},
    feed_forward: {block: 'decoder.0.feed_forward'},
    masked: {kind: 'decoder', step: '3'},
    cross: {off: 'c.1.1-2'},
    output: {step: '2'},
    training: {mode: 'train'},
    whole: {kind: 'cross', layer: '1', head: '2'},
  };
  for (const {name, fields} of CHAPTERS) {
    assert.ok(isDone(name, {...SITUATION, fields: done[name]}), name);
    assert.ok(!isDone(name, {...SITUATION, fields}), name);
  }
  assert.ok(!isDone('whole', {...SITUATION, fields: done.whole, best: null}));
  const alike = {...SITUATION, probabilities: [0.9, 0.3821, 0.3819]}; // both are shown as 0.382
  assert.deepEqual(
    ['1', '2', '3'].map(step => isDone('output', {...alike, fields: {step}})),
    [false, true, true],
  );
});

test('heads of a long sentence are compared by their smaller pictures', () => {
  const long = {...PREVIOUS, shape: [1, 2, 200, 200], reduced: [3, 3]};
  assert.deepEqual(previousWeights(long), [[0, 1]]);
  const situation = {...SITUATION, kinds: {...SITUATION.kinds, encoder: long}};
  assert.deepEqual(
    ['1', '2'].map(head => isDone('heads', {...situation, fields: {kind: 'encoder', layer: '1', head}})),
    [false, true],
  );
});

test('heads of cross-attention that a link switches off are counted', () => {
  assert.deepEqual(['c.1-4.1-4', 'c.1.2,e.1-2.1-4,c.2.1', undefined, 'x'].map(countCrossOff), [16, 2, 0, 0]);
});

test('what was found out is the largest loss and the largest fall', () => {
  const importance = {encoder: [[0.1, null]], decoder: [[-1, 0.5]], cross: [[2, 0.4]]};
  assert.deepEqual(mostImportant(importance), {kind: 'cross', layer: 0, head: 0, loss: 2});
  assert.deepEqual(mostChanged(['a', 'b'], [0.9, 0.8], [0.8, 0.1]), {token: 'b', before: 0.8, after: 0.1});
  assert.equal(mostChanged(['a'], [0.9], []), null);
});

test('the card is beside a wide page, below others, and in the flow of a very small one', () => {
  const sizes = [
    [1280, 900],
    [768, 1024],
    [390, 844],
    [320, 180],
  ];
  assert.deepEqual(
    sizes.map(([width, height]) => dockOf({width, height})),
    ['side', 'sheet', 'sheet', 'flow'],
  );
});

test('what is marked is scrolled into the free part of the window', () => {
  assert.equal(scrollBy({top: 100, height: 50}, 400), 0);
  assert.equal(scrollBy({top: 380, height: 50}, 400), 205);
  assert.equal(scrollBy({top: 380, height: 500}, 400), 364);
  assert.deepEqual(
    [60, 120].map(top => scrollBy({top, height: 50}, 400, 100)), // 100 pixels are covered at the top
    [-165, 0],
  );
  assert.equal(scrollBy({top: 380, height: 300}, 400, 100), 264);
});

test('a question that did not arrive can be asked for again', async () => {
  /** @type {Record<string, any>} */
  const parts = {};
  const part = (/** @type {string} */ name) =>
    (parts[name] ??= {
      hidden: false,
      addEventListener: (/** @type {string} */ _, /** @type {() => void} */ click) =>
        Object.assign(parts[name], {click}),
      replaceChildren: () => {},
      removeAttribute: () => {},
    });
  let asked = 0;
  const exercises = async () => {
    asked += 1;
    return {problem: 'busy'};
  };
  const question = makeQuestion(/** @type {any} */ (part), /** @type {any} */ ({exercises}), () => ({}));
  question.begin({id: 'a', chapter: 'cross', waits: false});
  await setImmediate();
  assert.deepEqual([parts['question-note'].textContent, parts.ask.hidden], ['busy', false]);
  parts.ask.click();
  assert.deepEqual([asked, parts.ask.hidden], [2, true]);
});

test('a refused measurement is shown, and asked for again later', async context => {
  withDocument(context);
  const importance = {encoder: [[0.1]], decoder: [[0.2]], cross: [[2]]};
  const replies = [{problem: 'busy'}, importance];
  let asked = 0;
  const server = /** @type {any} */ ({head_importance: async () => replies[asked++]});
  const shown = {id: 'a'};
  /** @type {boolean[]} */
  const drawn = [];
  const findings = makeFindings(server, isFound => {
    drawn.push(isFound);
    findings.want('best', shown); // as whoever draws the chapter does
  });
  const want = async () => {
    findings.want('best', shown);
    await setImmediate();
    return findings.of(shown, ['change', 'best']);
  };
  const refused = await want();
  assert.deepEqual([refused, asked], [{best: null, change: null, problems: ['busy']}, 1]);
  const nodes = foundNodes({}, refused);
  assert.deepEqual(
    nodes.map(({children}) => children),
    [['busy']],
  );
  const {best, problems} = await want();
  assert.deepEqual([best?.loss, problems, asked, drawn], [2, [], 2, [false, true]]);
  assert.equal(findings.of(shown, ['change']).best, null);
});
