// The three kinds of attention.

/** @import {Kind} from './types.js' */

/** @type {Kind[]} */
export const KINDS = ['encoder', 'decoder', 'cross'];
