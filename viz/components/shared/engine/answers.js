// The questions of the attention view, answered by the engine under the names of the server's functions.

import {nextTask} from '../tasks.js';
import {say} from '../text.js';
import {Refusal} from './requests.js';

/** @import {Server, Texts} from '../types.js' */
/** @import {EngineService} from './service.js' */

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
