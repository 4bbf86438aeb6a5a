import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cookieIn, cookieOf, wantedLanguage} from '../../viz/components/language/index.js';

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
