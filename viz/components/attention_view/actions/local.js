// The head lab without the server: once the page has the model, the engine of the saved page makes the second translations
// of the lab and answers what is asked about them.
//
// A translation that was made here has an id that the server does not know. A question that only the server answers (a
// lens, a file) lets it make the same translation first; the two must have the same tokens.

import {bytesOf} from '../../shared/bytes.js';
import {say} from '../../shared/text.js';

/** @import {EngineService} from '../../shared/engine/service.js' */
/** @import {Gradio, Packed, Server, Texts, View} from '../types.js' */

/** @typedef {{id: string} | {problem: string}} Known the id of a translation at the server, or why there is none */

const PATIENCE = 1000; // milliseconds of one translation, beyond which this device leaves the work to the server
const MOST_MADE = 400; // translations of this page that the server can be asked about, as many as the engine keeps
const NOT_OF_THE_LAB = ['text', 'target', 'checkpoint', 'beam_size', 'alpha'];

/** Let the browser draw and take events first. */
const nextTask = () => new Promise(resolve => setTimeout(() => resolve(undefined)));

/** @type {Record<string, (service: EngineService, request: any) => unknown>} */
const ANSWERED_HERE = {
  head_values: (service, request) => service.headValues(request),
  token_losses: (service, request) => service.tokenLosses(request, nextTask),
  close_up: (service, request) => service.closeUp(request),
  search_tree: (service, request) => service.searchTree(request),
};

/**
 * Whether a second translation differs only in its heads.
 * @param {Record<string, any>} request
 */
const isOfLab = request => !request.prefix?.length && !request.rank && NOT_OF_THE_LAB.every(name => (request[name] ?? null) === null)
  && ['off', 'uniform', 'edits'].some(name => request[name]?.length);

export class LocalEngine {
  /**
   * @param {Server} server
   * @param {NonNullable<Gradio['load']>} load
   * @param {() => Texts} texts
   */
  constructor(server, load, texts) {
    this.server = server;
    this.load = load;
    this.texts = texts;
    /** @type {Map<string, EngineService>} */
    this.models = new Map(); // by stamp
    /** @type {Map<string, EngineService>} */
    this.ready = new Map(); // by the id of a translation of the server
    /** @type {Map<string, {service: EngineService, request: object, tokens: number[], there: Promise<Known> | null}>} */
    this.made = new Map(); // by the id of a translation of this page
    this.isSlow = false;
  }

  /**
   * Whether the lab's next translation of this one is made here.
   * @param {string} id
   */
  isReady(id) {
    return !this.isSlow && this.ready.has(id);
  }

  /**
   * Have the model of a translation; nothing happens where the engine cannot open it.
   * @param {Packed} packed
   */
  async open(packed) {
    if (this.isSlow || this.ready.has(packed.id)) return;
    const {stamp, model, file} = await this.server.engine_model({id: packed.id, have: [...this.models.keys()]});
    if (!stamp) return;
    const known = this.models.get(stamp) ?? (model ? await (await this.load(file)).openEngine(bytesOf(model), packed.lenses) : null);
    if (!known) return;
    this.models.set(stamp, known);
    known.adopt(/** @type {any} */ (packed));
    this.ready.set(packed.id, known);
  }

  /**
   * The id under which the server knows a translation; it makes one that it does not know.
   * @param {string} id
   * @returns {Promise<Known>}
   */
  async idOfServer(id) {
    const made = this.made.get(id);
    if (!made) return {id};
    made.there ??= this.#madeThere(made.request, made.tokens);
    const found = await made.there;
    if ('problem' in found) made.there = null; // the next question tries again
    return found;
  }

  /**
   * Let the server make a translation of this page.
   * @param {object} request
   * @param {number[]} tokens that it must have
   * @returns {Promise<Known>}
   */
  async #madeThere(request, tokens) {
    const reply = await this.server.variant(request).catch(() => null);
    if (typeof reply?.payload !== 'string') return {problem: reply?.problem ?? say(this.texts(), 'lab.no_answer')};
    const {id, predicted_ids: found} = JSON.parse(reply.payload);
    return String(found) === String(tokens) ? {id} : {problem: say(this.texts(), 'lab.differs')};
  }

  /**
   * The server's functions, some of them answered here.
   * @returns {Server}
   */
  answers() {
    /** @type {(call: Server[string]) => (request: any) => Promise<any>} */
    const known = call => async request => {
      const found = request?.id ? await this.idOfServer(request.id) : null;
      if (found && 'problem' in found) return found;
      return call(found ? {...request, ...found} : request);
    };
    const there = Object.fromEntries(Object.entries(this.server).map(([name, call]) => [name, known(call)]));
    const here = Object.keys(ANSWERED_HERE).filter(name => name in there).map(name => [name, this.#answeredHere(name, there[name])]);
    return {...there, ...Object.fromEntries(here), variant: request => this.#variant(request, there.variant)};
  }

  /**
   * @param {string} name
   * @param {Server[string]} ask the server
   * @returns {(request: any) => Promise<any>}
   */
  #answeredHere(name, ask) {
    return async request => {
      const made = this.made.get(request.id);
      return made ? orAsked(() => ANSWERED_HERE[name](made.service, request), () => ask(request)) : ask(request);
    };
  }

  /**
   * @param {Record<string, any>} request
   * @param {Server[string]} ask the server
   */
  async #variant(request, ask) {
    const service = this.isReady(request.id) && isOfLab(request) ? this.ready.get(request.id) : null;
    if (!service) return ask(request);
    await nextTask(); // the click is drawn first
    return orAsked(() => {
      const started = performance.now();
      const reply = service.variant(/** @type {any} */ (request)), {id, predicted_ids: tokens} = JSON.parse(reply.payload);
      this.made.set(id, {service, request, tokens, there: this.made.get(id)?.there ?? null});
      for (const old of this.made.keys()) if (this.made.size > MOST_MADE) this.made.delete(old);
      this.isSlow = performance.now() - started > PATIENCE;
      return reply;
    }, () => ask(request));
  }
}

/**
 * What the engine answers, or the server where the engine refuses: a long sentence, a translation that it has forgotten.
 * @param {() => unknown} answer
 * @param {() => unknown} ask
 */
const orAsked = async (answer, ask) => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Error && 'key' in error)) throw error; // a refusal has the key of its words
    return ask();
  }
};

/**
 * Open the engine where the head lab is open; a visitor who saves data has the server's answers.
 * @param {View} view
 */
export const wireLocal = view => {
  const saves = /** @type {any} */ (navigator).connection?.saveData;
  view.show(({packed, choice: {bench}}) => [packed, bench], ({packed, choice: {bench}}) => {
    if (bench !== 'lab' || saves || !view.local) return;
    view.local.open(packed).then(() => { if (view.local?.isReady(packed.id)) view.root.dataset.engine = packed.id; }, console.error);
  });
};

/**
 * The id of a translation in a request to the server; null where it cannot make the translation.
 * @param {View} view
 * @param {string} id
 */
export const idForServer = async (view, id) => {
  const found = await view.local?.idOfServer(id) ?? {id};
  return 'id' in found ? found.id : null;
};
