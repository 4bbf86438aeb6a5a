// What a linter holds of the browser code. Names of the page are listed, so that any other must be imported.

import js from '@eslint/js';

const names = list => Object.fromEntries(list.split(' ').map(name => [name, 'readonly']));

const PAGE = names(
  'KeyboardEvent Notification NodeFilter crypto ' +
    'AbortController atob Blob btoa cancelAnimationFrame clearInterval clearTimeout console CSS CustomEvent ' +
    'DecompressionStream devicePixelRatio document DOMParser DragEvent Element Event fetch getComputedStyle ' +
    'history HTMLInputElement ImageData innerHeight innerWidth IntersectionObserver localStorage location ' +
    'matchMedia MessageChannel MutationObserver navigator Node OffscreenCanvas Option Path2D performance ' +
    'queueMicrotask requestAnimationFrame requestIdleCallback ResizeObserver Response sessionStorage setInterval ' +
    'setTimeout TextDecoder TextEncoder URL URLSearchParams WebAssembly window',
);

const RULES = {
  ...js.configs.recommended.rules,
  eqeqeq: ['error', 'always'],
  'no-nested-ternary': 'error',
  'no-shadow-restricted-names': 'error',
  'no-unused-vars': ['error', {args: 'after-used', caughtErrors: 'none'}],
  'no-var': 'error',
  'prefer-const': ['error', {destructuring: 'all'}],
  'max-len': ['error', {code: 120}],
  'max-lines': ['error', {max: 310, skipComments: true, skipBlankLines: true}],
  'max-lines-per-function': ['error', {max: 100, skipComments: true, skipBlankLines: true}],
  complexity: ['error', 15],
};

export default [
  {ignores: ['node_modules/']},
  {files: ['viz/**/*.js'], languageOptions: {ecmaVersion: 2023, sourceType: 'module', globals: PAGE}, rules: RULES},
  {
    files: ['tests/js/*.js', 'tests/e2e/*.js', 'tests/**/*.mjs', 'eslint.config.js'],
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: 'module',
      globals: names('Buffer console document process WebAssembly'),
    },
    rules: {...RULES, 'max-lines': ['error', 400]},
  },
];
