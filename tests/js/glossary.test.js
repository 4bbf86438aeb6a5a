// Terms of the glossary in a text.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {findTerms, formsOf, patternOf} from '../../viz/components/glossary/marking.js';

const known = (texts, more) => {
  const forms = formsOf(texts, more);
  return {forms, pattern: patternOf(forms)};
};
const found = (text, {texts, more}) =>
  findTerms(text, known(texts, more), new Set()).map(({name, from, to}) => [name, text.slice(from, to)]);

test('terms are found as whole words, the longest first, each once', () => {
  const texts = {'term.attention': 'attention', 'term.self': 'self-attention', 'term.head': 'head'};
  const more = {attention: '', self: '', head: 'single head'};
  assert.deepEqual(found('Self-attention is an attention; heads, headings, d_head, a Single head.', {texts, more}), [
    ['self', 'Self-attention'],
    ['attention', 'attention'],
    ['head', 'heads'],
  ]);
});

test('terms are found in Chinese, which has no blanks, without what is in brackets', () => {
  const texts = {'term.cross': '交叉注意力', 'term.memory': '编码器输出（memory）', 'term.bleu': 'BLEU'};
  const more = {cross: '', memory: '', bleu: ''};
  assert.deepEqual(found('各层的交叉注意力读取编码器输出，BLEU为40。', {texts, more}), [
    ['cross', '交叉注意力'],
    ['memory', '编码器输出'],
    ['bleu', 'BLEU'],
  ]);
});

test('a term that must not be marked has no forms', () => {
  assert.equal(formsOf({'term.step': 'step'}, {step: '-'}).size, 0);
});
