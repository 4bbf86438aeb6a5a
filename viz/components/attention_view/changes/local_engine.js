// The head lab without the server: once the page has the model, the engine of the saved page makes the second
// translations of the lab and answers what is asked about them.
//
// A translation that was made here has an id that the server does not know. A question that only the server answers (a
// lens, a file) lets it make the same translation first; the two must have the same tokens.

import {bytesOf} from '../../shared/bytes.js';
import {nextTask} from '../../shared/watching.js';
import {say} from '../../shared/text.js';
import {isPredicted} from '../numbers/payload.js';
import {isOfLab} from '../numbers/second_request.js';

/** @import {EngineService} from '../../shared/engine/service.js' */
/** @import {Gradio, Made, Packed, Server, Texts, View} from '../types.js' */

// The engine of a page: opened where the head lab is open; its translations as the server knows them.

/**
 * Open the engine where the head lab is open; a visitor who saves data has the server's answers.
 * @param {View} view
 */
export const wireLocal = view => {
  const saves = /** @type {any} */ (navigator).connection?.saveData;
  view.show(
    ({packed, choice: {bench}}) => [packed, bench],
    ({packed, choice: {bench}}) => {
      if (bench !== 'lab' || saves || !view.local || !isPredicted(packed)) return;
      view.local.open(packed).then(() => {
        if (view.local?.isReady(packed.id)) view.root.dataset.engine = packed.id;
      }, console.error);
    },
  );
};

/**
 * The id of a translation in a request to the server; null where it cannot make the translation.
 * @param {View} view
 * @param {string} id
 */
export const idForServer = async (view, id) => {
  const found = (await view.local?.idOfServer(id)) ?? {id};
  return 'id' in found ? found.id : null;
};

/** @typedef {{id: string} | {problem: string}} Known the id of a translation at the server, or why there is none */

const PATIENCE = 1000; // milliseconds of one translation, beyond which this device leaves the work to the server
const QUICK = 30; // milliseconds of an answer that a click can wait for
const SLICE = 4; // milliseconds of work before the browser may draw and take events
const POLL = 20; // milliseconds
const MOST_MADE = 400; // translations of this page that the server can be asked about, as many as the engine keeps

/** @type {Record<string, (service: EngineService, request: any, between: () => Promise<unknown>) => unknown>} */
const ANSWERED_HERE = {
  head_values: (service, request) => service.headValues(request),
  token_losses: (service, request, between) => service.tokenLosses(request, between),
  close_up: (service, request) => service.closeUp(request),
  search_tree: (service, request) => service.searchTree(request),
};

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
    /** @typedef {{service: EngineService, request: object, tokens: number[], there: Promise<Known> | null}} Asked */
    /** @type {Map<string, Asked>} */
    this.made = new Map(); // by the id of a translation of this page
    this.isSlow = false;
    this.pace = Infinity; // milliseconds of one pass over a sentence and its translation
    this.turn = 0; // counts the searches: an earlier one ends
    this.searches = 0; // under way
  }

  /**
   * Whether the lab's next translation of this one is made here.
   * @param {string} id
   */
  isReady(id) {
    return !this.isSlow && this.ready.has(id);
  }

  /**
   * Whether the old words under a change are scored before a frame is over.
   * @param {string} id
   */
  isQuick(id) {
    return this.isReady(id) && this.pace < QUICK;
  }

  /**
   * Have the model of a translation; nothing happens where the engine cannot open it.
   * @param {Packed} packed
   */
  async open(packed) {
    if (this.isSlow || this.ready.has(packed.id)) return;
    const {stamp, model, file} = await this.server.engine_model({id: packed.id, have: [...this.models.keys()]});
    if (!stamp) return;
    const known =
      this.models.get(stamp) ??
      (model ? await (await this.load(file)).openEngine(bytesOf(model), packed.lenses) : null);
    if (!known) return;
    this.models.set(stamp, known);
    known.adopt(/** @type {any} */ (packed));
    await nextTask();
    known.warmUp(packed.id);
    await nextTask();
    // every layer is computed
    this.pace = known.second({id: packed.id, uniform: [['encoder', 0, 0]], same: true}).milliseconds;
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
    const here = Object.keys(ANSWERED_HERE)
      .filter(name => name in there)
      .map(name => [name, this.#answeredHere(name, there[name])]);
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
      return made
        ? orAsked(
            () => ANSWERED_HERE[name](made.service, request, () => this.#rest()),
            () => ask(request),
          )
        : ask(request);
    };
  }

  /** Let the browser draw between two parts of a long computation, and let waiting translations go first. */
  async #rest() {
    await nextTask();
    while (this.searches) await new Promise(resolve => setTimeout(resolve, POLL));
  }

  /**
   * The engine for a second translation of the lab; null where the server makes it.
   * @param {Record<string, any>} request
   */
  #engineFor(request) {
    return this.isReady(request.id) && isOfLab(request) ? (this.ready.get(request.id) ?? null) : null;
  }

  /** End the search that is under way: its translation is not wanted any more. */
  interrupt() {
    this.turn += 1;
  }

  /**
   * The words that a translation has, under changes of its heads, at once; null where the server is to be asked.
   * @param {Record<string, any>} request
   * @returns {Made | null}
   */
  oldWords(request) {
    const service = this.#engineFor(request);
    try {
      const found = service && this.#made(service, request);
      if (found) this.pace = found.milliseconds;
      return found;
    } catch (error) {
      if (!isRefusal(error)) console.error(error);
      return null;
    }
  }

  /**
   * @param {Record<string, any>} request
   * @param {Server[string]} ask the server
   */
  async #variant(request, ask) {
    const service = this.#engineFor(request);
    return service
      ? orAsked(
          () => this.#searched(service, request),
          () => ask(request),
        )
      : ask(request);
  }

  /**
   * Search in parts; null where another search has begun meanwhile.
   * @param {EngineService} service
   * @param {any} request
   */
  async #searched(service, request) {
    const turn = (this.turn += 1);
    let spent = 0;
    let began = performance.now();
    let slice = 0; // the work before in milliseconds, and when it was taken up again
    this.searches += 1;
    const isWanted = async () => {
      const own = performance.now() - began;
      if (own < slice) return true; // nothing can have come in between
      await nextTask();
      [spent, began, slice] = [spent + own, performance.now(), SLICE];
      return turn === this.turn;
    };
    try {
      return (await service.searchFor(request, isWanted))
        ? {payload: this.#made(service, request, spent + performance.now() - began)}
        : null;
    } finally {
      this.searches -= 1;
    }
  }

  /**
   * @param {EngineService} service
   * @param {any} request
   * @param {number} [spent] milliseconds on it before
   */
  #made(service, request, spent) {
    const found = service.second(request, spent);
    const {id, predicted_ids: tokens, milliseconds} = found;
    this.made.set(id, {service, request, tokens, there: this.made.get(id)?.there ?? null});
    for (const old of this.made.keys()) if (this.made.size > MOST_MADE) this.made.delete(old);
    this.isSlow = milliseconds > PATIENCE;
    return found;
  }
}

/** @param {unknown} error */
const isRefusal = error => error instanceof Error && 'key' in error; // the key of its words

/**
 * What the engine answers, or the server where the engine refuses: a long sentence, a translation that it has
 * forgotten.
 * @param {() => unknown} answer
 * @param {() => unknown} ask
 */
const orAsked = async (answer, ask) => {
  try {
    return await answer();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return ask();
  }
};
