// The engine for a model's file: what a page loads, or carries.

import {say} from '../text.js';
import {nextTask} from '../watching.js';
import {readArchive} from './archive.js';
import {Refusal} from './changes.js';
import {EngineService} from './service.js';

/** @import {Lens} from './types.js' */
/** @import {Server, Texts} from '../types.js' */

// The questions of the attention view, answered by the engine under the names of the server's functions.

/**
 * The sentence about what the engine does not do; any other error is passed on.
 * @param {unknown} error
 * @param {Texts} texts
 */
export const refusalText = (error, texts) => {
  if (!(error instanceof Refusal)) throw error;
  return say(texts, error.key, error.values);
};

/**
 * @param {Promise<EngineService>} opening
 * @param {() => Texts} texts
 * @returns {Server}
 */
export const answersOf = (opening, texts) => {
  /** @type {(answer: (service: EngineService, request: any) => unknown) => Server[string]} */
  const answering = answer => async request => {
    const service = await opening;
    try {
      return await answer(service, request);
    } catch (error) {
      return {problem: refusalText(error, texts())};
    }
  };
  return {
    variant: answering((service, request) => service.variant(request)),
    head_values: answering((service, request) => service.headValues(request)),
    search_tree: answering((service, request) => service.searchTree(request)),
    token_losses: answering((service, request) => service.tokenLosses(request, nextTask)),
    head_importance: answering((service, request) => service.headImportance(request, nextTask)),
    close_up: answering((service, request) => service.closeUp(request)),
  };
};

/**
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {Lens[]} lenses that a translation is offered with
 */
export const openEngine = async (archive, lenses) => new EngineService(await readArchive(archive), lenses);
