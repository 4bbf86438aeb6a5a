// Terms in a text: where they are, and marks around them. What a visitor typed, controls and code stay as they are.

/** @typedef {Record<string, string>} Words */

const NEVER = '-';
const BRACKETS = /[（(].*?[）)]/g;
// A label is touched only if its field has a name of its own: a mark would change the name that it gives.
const UNTOUCHED =
  'a, button, summary, label:not(:has([aria-label])), code, pre, bdi, kbd, math, svg, [role=button], [data-explain]';
export const MARK = 'gf-gloss';

/**
 * The forms of all terms as they are searched for, each with its term.
 * @param {Words} texts the terms as `term.<name>`
 * @param {Words} more further forms by term
 */
export const formsOf = (texts, more) => {
  const forms = new Map();
  for (const [name, further] of Object.entries(more)) {
    if (further === NEVER) continue;
    const all = [texts[`term.${name}`]?.replace(BRACKETS, ''), ...further.split('|')].filter(Boolean);
    for (const form of all) if (!forms.has(form.toLowerCase())) forms.set(form.toLowerCase(), name);
  }
  return forms;
};

/** @param {string} text */
const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Finds the longest form at a place; Latin forms as whole words, with the s of a plural.
 * @param {Map<string, string>} forms
 */
export const patternOf = forms => {
  const longest = [...forms.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return new RegExp(`(?<![A-Za-z0-9_])(${longest.join('|')})(?:s(?![A-Za-z0-9_])|(?![A-Za-z0-9_]))`, 'gi');
};

/**
 * The first occurrence of each term in a text.
 * @param {string} text
 * @param {{forms: Map<string, string>, pattern: RegExp}} known
 * @param {Set<string>} seen terms of the block so far; those found are added
 */
export const findTerms = (text, {forms, pattern}, seen) =>
  [...text.matchAll(pattern)].flatMap(({0: words, 1: form, index}) => {
    const name = forms.get(form.toLowerCase()) ?? '';
    if (seen.has(name)) return [];
    seen.add(name);
    return [{name, from: index, to: index + words.length}];
  });

/**
 * Mark the terms of a block, each once.
 * @param {Element} block
 * @param {{forms: Map<string, string>, pattern: RegExp}} known
 * @param {(name: string, words: string) => HTMLElement} mark
 * @param {Element} [around] in which a term is marked once
 */
export const markBlock = (block, known, mark, around = block) => {
  const seen = new Set([...around.querySelectorAll(`.${MARK}`)].map(one => /** @type {any} */ (one).dataset.term));
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const nodes = [];
  while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
  for (const node of nodes) {
    if (node.parentElement?.closest(UNTOUCHED)) continue;
    const {data} = node;
    const found = findTerms(data, known, seen);
    if (!found.length) continue;
    let at = 0;
    const parts = found.flatMap(({name, from, to}) => {
      const before = data.slice(at, from);
      at = to;
      return [before, mark(name, data.slice(from, to))];
    });
    node.replaceWith(...parts, data.slice(at));
  }
};
