// What a linter holds of the browser code. Names of the page are listed, so that any other must be imported.

import js from '@eslint/js';

const names = list => Object.fromEntries(list.split(' ').map(name => [name, 'readonly']));

const PAGE = names(`AbortController Blob CSS CustomEvent DOMParser DecompressionStream DragEvent Element Event ImageData IntersectionObserver MessageChannel MutationObserver \
Node OffscreenCanvas Path2D ResizeObserver Response TextDecoder URL URLSearchParams TextEncoder atob btoa cancelAnimationFrame clearInterval \
clearTimeout console devicePixelRatio document fetch getComputedStyle HTMLInputElement history innerHeight innerWidth localStorage location matchMedia \
navigator performance queueMicrotask Option WebAssembly requestAnimationFrame requestIdleCallback sessionStorage setInterval setTimeout window`);

const RULES = {
  ...js.configs.recommended.rules,
  eqeqeq: ['error', 'always'],
  'no-nested-ternary': 'error',
  'no-shadow-restricted-names': 'error',
  'no-unused-vars': ['error', {args: 'after-used', caughtErrors: 'none'}],
  'no-var': 'error',
  'prefer-const': ['error', {destructuring: 'all'}],
  'max-lines': ['error', 250],
  'max-lines-per-function': ['error', {max: 50, skipComments: true, skipBlankLines: true}],
  complexity: ['error', 15],
};

export default [
  {ignores: ['node_modules/']},
  {
    files: ['viz/components/**/*.js', 'viz/saved_page/*.js', 'viz/tabs/translate/standalone.js'],
    languageOptions: {ecmaVersion: 2023, sourceType: 'module', globals: PAGE},
    rules: RULES,
  },
  {
    files: ['tests/js/*.js', 'tests/e2e/*.js', 'eslint.config.js'],
    languageOptions: {ecmaVersion: 2023, sourceType: 'module', globals: names('Buffer console document WebAssembly')},
    rules: RULES,
  },
];
