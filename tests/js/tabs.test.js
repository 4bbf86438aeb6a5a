// What Gradio calls in the browser on an event of a tab.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {saveFile} from '../../viz/tabs/browser.js';

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
