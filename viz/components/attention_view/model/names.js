// What heads and axes are called in the words of the page.

import {say, sayCount} from '../../shared/text.js';

export const headName = (texts, {kind, layer, head}) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

export const SAID_HEADS = 4; // more are counted

export const headNames = (texts, heads) => heads.length > SAID_HEADS
  ? sayCount(texts, 'change.heads', heads.length)
  : heads.map(([kind, layer, head]) => say(texts, 'change.head',
    {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1})).join(', ');

export const axisNames = (texts, {kind, rows}) => ({
  query: say(texts, kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`),
  key: say(texts, `axis.key.${kind}`),
});
