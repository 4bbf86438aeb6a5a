// What a linter holds of the browser code. Names of the page are listed, so that any other must be imported.

import js from '@eslint/js';

const names = list => Object.fromEntries(list.split(' ').map(name => [name, 'readonly']));

const PAGE = names(`AbortController Blob CustomEvent DOMParser DecompressionStream Event ImageData MutationObserver \
OffscreenCanvas Path2D ResizeObserver Response URL URLSearchParams XMLSerializer atob cancelAnimationFrame clearInterval \
clearTimeout console devicePixelRatio document fetch getComputedStyle location matchMedia navigator performance \
queueMicrotask Option requestAnimationFrame requestIdleCallback sessionStorage setInterval setTimeout window`);

// What Gradio gives a script that is the body of one function, and what `component_from` writes before it.
const GRADIO = names('element given props server trigger upload watch');

const RULES = {
  ...js.configs.recommended.rules,
  eqeqeq: ['error', 'always'],
  'no-nested-ternary': 'error',
  'no-shadow-restricted-names': 'error',
  'no-unused-vars': ['error', {args: 'after-used', caughtErrors: 'none'}],
  'no-var': 'error',
  'prefer-const': ['error', {destructuring: 'all'}],
  'max-lines': ['error', 400],
  'max-lines-per-function': ['error', {max: 50, skipComments: true}],
};

export default [
  {ignores: ['node_modules/']},
  {
    files: ['viz/components/{shared,attention_view,time_travel}/**/*.js', 'viz/tabs/translate/standalone.js'],
    languageOptions: {ecmaVersion: 2023, sourceType: 'module', globals: PAGE},
    rules: RULES,
  },
  {
    files: ['viz/components/attention_view/draw/{lines,matrix}.js'], // each figure is one closure still
    rules: {'max-lines-per-function': ['error', {max: 181, skipComments: true}]},
  },
  {
    files: ['viz/components/{figure,preflight,run_list,run_state,sample_table,text_table}/*.js'],
    languageOptions: {ecmaVersion: 2023, sourceType: 'script', globals: {...PAGE, ...GRADIO}},
    rules: {...RULES, 'no-nested-ternary': 'off'},
  },
  {
    files: ['tests/js/*.js', 'tests/e2e/*.js', 'eslint.config.js'],
    languageOptions: {ecmaVersion: 2023, sourceType: 'module', globals: names('Buffer console document')},
    rules: RULES,
  },
];
