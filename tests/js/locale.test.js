import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';
import {
  clauses,
  formOf,
  fullMoment,
  grouped,
  labelled,
  listMark,
  listed,
  percentText,
  phrases,
  shortMoment,
  titleWeight,
} from '../../viz/components/shared/locale.js';
import {sayCount} from '../../viz/components/shared/text.js';
import {cookieIn, cookieOf, titleAfter, wantedLanguage} from '../../viz/components/language/index.js';

test('the most wanted language that is offered is chosen, itself or by its main part', () => {
  assert.equal(wantedLanguage(['en', 'zh'], [undefined, 'fr', 'zh-CN', 'en']), 'zh');
  assert.equal(wantedLanguage(['en', 'zh'], ['ZH-Hant']), 'zh');
  assert.equal(wantedLanguage(['en', 'zh'], ['fr', '../en', '']), '');
});

test('the cookie is found among others, and kept in the frame of another site', () => {
  assert.equal(cookieIn('a=b; lang=zh; slang=en', 'lang'), 'zh');
  assert.equal(cookieIn('slang=en', 'lang'), undefined);
  assert.match(cookieOf('lang', 'zh', 'http:'), /^lang=zh; path=\/; max-age=\d+; SameSite=Lax$/);
  assert.match(cookieOf('lang', 'zh', 'https:'), /SameSite=None; Secure; Partitioned$/);
});

const page = {documentElement: {lang: 'en'}};
beforeEach(() => {
  Object.assign(globalThis, {document: page});
  page.documentElement.lang = 'en';
});
const inChinese = () => {
  page.documentElement.lang = 'zh';
};
const YESTERYEAR = Date.UTC(2001, 2, 5, 12) / 1000;

test('numbers have the groups of the language, shares its sign for percent and a true minus', () => {
  assert.deepEqual(
    [grouped(1234567), percentText(0.95), percentText(-0.1234, {maximumSignificantDigits: 3})],
    ['1,234,567', '95%', '−12.3%'],
  );
  page.documentElement.lang = 'de';
  assert.deepEqual([grouped(1234567), percentText(0.95)], ['1.234.567', '95\u00a0%']);
});

test('a moment is the time of today or the day, in the order of the language', () => {
  assert.deepEqual(
    [shortMoment(0), shortMoment(YESTERYEAR), fullMoment(YESTERYEAR).split(',')[0]],
    ['', 'Mar 5', 'Mar 5'],
  );
  assert.match(shortMoment(Date.now() / 1000), /^\d\d:\d\d [AP]M$/);
  inChinese();
  assert.equal(shortMoment(YESTERYEAR), '3月5日');
  assert.match(fullMoment(YESTERYEAR), /^2001年3月5日 \d\d:00:00$/);
  assert.match(shortMoment(Date.now() / 1000), /^\d\d:\d\d$/);
});

test('names, phrases and clauses are separated by the marks of the language', () => {
  const all = () => [
    listed(['a', 'b']),
    listMark(),
    phrases(['a', 'b']),
    clauses(['a', 'b']),
    labelled('a', 'b'),
    titleWeight(),
  ];
  assert.deepEqual(all(), ['a, b', ', ', 'a, b', 'a; b', 'a: b', 600]);
  inChinese();
  assert.deepEqual(all(), ['a、b', '、', 'a，b', 'a；b', 'a：b', 650]);
});

test('the title in another language still says that a run has ended', () => {
  assert.equal(titleAfter('✓ numbers-1 · Glassformer', '玻璃'), '✓ numbers-1 · 玻璃');
  assert.equal(titleAfter('✗ a · b · Glassformer', 'Glassformer'), '✗ a · b · Glassformer');
  assert.equal(titleAfter('Glassformer', '玻璃'), '玻璃');
});

test('a count takes the form of the language, also where there is no page', () => {
  const texts = {'n.one': '{count} head of {all}', 'n.many': '{count} heads of {all}'};
  assert.deepEqual(
    [0, 1, 2].map(count => sayCount(texts, 'n', count, {all: 9})),
    ['0 heads of 9', '1 head of 9', '2 heads of 9'],
  );
  inChinese();
  assert.equal(formOf(1), 'many');
  Object.assign(globalThis, {document: undefined});
  assert.equal(formOf(1), 'one');
});
