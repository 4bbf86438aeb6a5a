// What Gradio calls in the browser on an event of a tab.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {saveFile} from '../../viz/tabs/browser.js';
import {fillFirst} from '../../viz/tabs/evaluate/form.js';

test('a file is saved from the link that came with it', context => {
  /** @type {{href?: string, download?: string, click: () => void}[]} */
  const clicked = [];
  const createElement = () => {
    const link = {click: () => clicked.push(link)};
    return link;
  };
  Object.assign(globalThis, {document: {createElement}});
  context.after(() => Reflect.deleteProperty(globalThis, 'document'));
  saveFile({url: 'http://localhost/file=a.csv', orig_name: 'a.csv'});
  assert.deepEqual(
    clicked.map(({href, download}) => [href, download]),
    [['http://localhost/file=a.csv', 'a.csv']],
  );
});

test('the first system follows the explorer until a visitor has chosen', () => {
  assert.deepEqual(fillFirst('en-zh', 'en-de', 'en-de'), ['en-zh', 'en-zh']);
  assert.deepEqual(fillFirst('en-zh', 'numbers', 'en-de'), ['numbers', 'en-de']);
  assert.deepEqual(fillFirst('', 'en-de', 'en-de'), ['en-de', 'en-de']);
});
