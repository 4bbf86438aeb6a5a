// The searches of a model that were made last.

import {remembered} from './requests.js';

/** @import {Found, Request} from './types.js' */
/** @import {Search} from './search.js' */

const MOST = 8;

/**
 * A search as a text: the same for requests with the same hypotheses.
 * @param {Request} request
 */
const keyOf = ({text, beam, alpha, prefix, changes}) => JSON.stringify([text, beam, alpha, prefix, changes]);

export class Searches {
  /** @param {(request: Request) => Search} begin */
  constructor(begin) {
    this.begin = begin;
    /** @type {Map<string, Found>} */
    this.kept = new Map();
  }

  /** @param {Request} request */
  of(request) {
    return remembered(this.kept, MOST, keyOf(request), () => this.begin(request).finish());
  }

  /**
   * Make a search in parts and keep it; the result is true if the search ended.
   * @param {Request} request
   * @param {() => Promise<boolean>} between runs before each step; false stops the search
   */
  async inParts(request, between) {
    if (this.kept.has(keyOf(request))) return true;
    const search = this.begin(request);
    while (!search.isDone) {
      if (!(await between())) return false;
      search.step();
    }
    remembered(this.kept, MOST, keyOf(request), () => search.result());
    return true;
  }
}
