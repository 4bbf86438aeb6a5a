// The tokens at the axes of an attention.

/** @import {Facts} from '../types.js' */

/** What the decoder reads: the start symbol first. @param {Facts} facts */
export const readTokens = ({target}) => ['<s>', ...target.slice(0, -1)];

/**
 * Queries and keys of an attention kind.
 * @param {Facts} facts
 * @param {string} kind
 */
export const axesOf = (facts, kind) => {
  const read = readTokens(facts);
  return {queries: kind === 'encoder' ? facts.source : read, keys: kind === 'decoder' ? read : facts.source};
};
