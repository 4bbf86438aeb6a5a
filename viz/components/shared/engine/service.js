// What core/service answers about translations, answered in the browser: a second translation, a head's numbers, the
// search tree, the importance of heads. Requests and answers have the server's form, so that the attention view asks
// either.

import {Refusal, UNCHANGED, changing, filled, inOrder, remembered, tokensOf} from './changes.js';
import {closeUp} from './close_up.js';
import {exactOf, headFloats, payloadOf} from './packing.js';
import {closest, encoded, tokenLosses, trace} from './passes.js';
import {Search, treeOf} from './search.js';
import {Tokenizer} from './tokenizer.js';
import {Transformer} from './transformer.js';

/** @import {Adopted, Answer, Entry, Found, Lens, Opened, Request, Traced, VariantFields} from './types.js' */
/** @import {Kind} from '../types.js' */

// The searches of a model that were made last.

const MOST_KEPT = 8;

/**
 * A search as a text: the same for requests with the same hypotheses.
 * @param {Request} request
 */
const keyOf = ({text, beam, alpha, prefix, changes}) => JSON.stringify([text, beam, alpha, prefix, changes]);

class Searches {
  /** @param {(request: Request) => Search} begin */
  constructor(begin) {
    this.begin = begin;
    /** @type {Map<string, Found>} */
    this.kept = new Map();
  }

  /** @param {Request} request */
  of(request) {
    return remembered(this.kept, MOST_KEPT, keyOf(request), () => this.begin(request).finish());
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
    remembered(this.kept, MOST_KEPT, keyOf(request), () => search.result());
    return true;
  }
}

const MOST_COST = 1024; // hypotheses times tokens: some seconds
const MOST_BEAM = 16;
const MOST_ALPHA = 5;
const MOST_TRACES = 24;
const MOST_ENTRIES = 400; // that are kept

let made = 0; // translations of all engines of a page: an id names one

export class EngineService {
  /**
   * @param {Opened} opened
   * @param {Lens[]} lenses those that need no computation: the weights
   */
  constructor({config, tensors, vocabulary, checkpoint, languages, doubtBelow, maxExtraTokens}, lenses) {
    this.model = new Transformer(config, tensors);
    this.tokenizer = new Tokenizer(vocabulary);
    this.about = {checkpoint, languages, doubtBelow: doubtBelow ?? null, lenses};
    this.maxExtraTokens = maxExtraTokens;
    /** @type {Map<string, Entry>} */
    this.entries = new Map(); // by id
    this.searches = new Searches(request => this.#begin(request));
    /** @type {Map<string, Traced>} */
    this.traces = new Map(); // by id
  }

  /**
   * Know a translation that torch has made with this model, under its id.
   * @param {Adopted} given
   */
  adopt({id, source, decoding, chosen: rank, predicted_ids: target, hypotheses, checkpoint, change}) {
    if (this.entries.has(id) || checkpoint !== this.about.checkpoint || !target.length || !decoding) return;
    const {off, uniform, edits, prefix} = filled({id, ...change});
    const given = hypotheses.length ? null : target;
    const request = {
      text: source,
      beam: decoding.beam_size,
      alpha: decoding.alpha,
      rank,
      prefix,
      changes: {off, uniform, edits},
      target: given,
    };
    this.entries.set(id, {target, request});
  }

  /**
   * The payload of a translation.
   * @param {string} text
   * @param {number} beam
   * @param {number} alpha
   * @param {number} [rank] of the hypothesis, from 0
   */
  translate(text, beam, alpha, rank = 0) {
    return payloadOf(
      this.#compute({text, beam, alpha, rank, prefix: [], changes: UNCHANGED, target: null}),
      this.tokenizer,
    );
  }

  /**
   * The payload of another hypothesis of a translation.
   * @param {string} id
   * @param {number} rank
   */
  hypothesis(id, rank) {
    return payloadOf(this.#compute({...this.#entry(id).request, rank, target: null}), this.tokenizer);
  }

  /**
   * The payload of a second translation.
   * @param {VariantFields} asked
   */
  variant(asked) {
    return {payload: payloadOf(this.#answer(asked), this.tokenizer)};
  }

  /**
   * A second translation as the attention view has it, without a text on the way.
   * @param {VariantFields} asked
   * @param {number} [spent] milliseconds on its search before
   */
  second(asked, spent) {
    return exactOf(this.#answer(asked, spent), this.tokenizer);
  }

  /**
   * Make the search of a second translation in parts and keep it for `variant`; the result is true if the search ended.
   * @param {VariantFields} asked
   * @param {() => Promise<boolean>} between runs before each step; false stops the search
   */
  async searchFor(asked, between) {
    const {request} = this.#question(asked);
    return request.target ? true : this.searches.inParts(request, between);
  }

  /**
   * Compute the attention of a translation ahead of the next question, which starts from it.
   * @param {string} id
   */
  warmUp(id) {
    this.#traced(id);
  }

  /** @param {{id: string, kind: Kind, layer: number, head: number}} asked */
  headValues({id, kind, layer, head}) {
    return headFloats(this.#traced(id).attention[kind], layer, head);
  }

  /** @param {{id: string}} asked */
  searchTree({id}) {
    const {request} = this.#entry(id);
    if (request.target) throw new Refusal('live.no_search');
    const {hypotheses, nodes} = this.searches.of(request);
    return treeOf(hypotheses, nodes, request, this.tokenizer);
  }

  /**
   * @param {{id: string, kind: Kind}} asked
   * @param {() => Promise<unknown>} between
   */
  async tokenLosses({id, kind}, between) {
    return {losses: await tokenLosses(this.model, this.#traced(id), kind, between)};
  }

  /**
   * The loss of the whole target without each head.
   * @param {{id: string}} asked
   * @param {() => Promise<unknown>} between
   */
  async headImportance({id}, between) {
    const traced = this.#traced(id);
    /** @param {Kind} kind */
    const sums = async kind =>
      (await tokenLosses(this.model, traced, kind, between)).map(layer =>
        layer.map(losses => losses.reduce((one, other) => (one === null || other === null ? null : one + other), 0)),
      );
    return {
      base: traced.steps.reduce((sum, {logProb}) => sum + logProb, 0),
      encoder: await sums('encoder'),
      decoder: await sums('decoder'),
      cross: await sums('cross'),
    };
  }

  /** @param {{id: string, kind: Kind, layer: number, head: number, query: number}} asked */
  closeUp({id, ...place}) {
    const traced = this.#traced(id);
    const {changes} = this.#entry(id).request;
    return closeUp(this.model, traced, changes, place);
  }

  /** @param {string} id */
  #entry(id) {
    const entry = this.entries.get(id);
    if (!entry) throw new Refusal('live.forgotten');
    return entry;
  }

  /** @param {string} id */
  #traced(id) {
    const {
      request: {text, changes},
      target,
    } = this.#entry(id);
    return remembered(this.traces, MOST_TRACES, id, () => {
      const source = this.#source(text);
      const read = [this.model.config.start_id, ...target.slice(0, -1)];
      return trace(
        this.model,
        source,
        target,
        changes,
        closest(this.traces.values(), {source, read, changes}, this.model.config),
      );
    });
  }

  /**
   * What a question about a second translation asks for, and what makes it one.
   * @param {VariantFields} asked
   */
  #question(asked) {
    const {
      id,
      off,
      uniform,
      edits,
      prefix,
      same,
      text,
      target,
      checkpoint,
      beam_size: beam,
      alpha,
      rank,
    } = filled(asked);
    const {request: base, target: before} = this.#entry(id);
    const changes = inOrder({off, uniform, edits});
    const isGiven = same || target !== null;
    if (checkpoint && checkpoint !== this.about.checkpoint) throw new Refusal('live.checkpoint');
    const own = target === null ? null : this.#source(target);
    /** @type {Request} */
    const request = {
      text: text ?? base.text,
      beam: beam ?? base.beam,
      alpha: alpha ?? base.alpha,
      rank: isGiven ? 0 : rank,
      prefix: isGiven ? [] : prefix,
      changes,
      target: same ? before : own,
    };
    return {
      request,
      change: {
        base: id,
        ...changes,
        prefix,
        same,
        text,
        target,
        checkpoint,
        beam_size: beam,
        alpha,
        rank: request.rank,
      },
    };
  }

  /**
   * @param {VariantFields} asked
   * @param {number} [spent]
   */
  #answer(asked, spent) {
    const {request, change} = this.#question(asked);
    return {...this.#compute(request, spent), change};
  }

  /**
   * @param {Request} request
   * @param {number} [spent]
   * @returns {Answer}
   */
  #compute(request, spent = 0) {
    const started = performance.now();
    const hypotheses = request.target ? [] : this.searches.of(request).hypotheses;
    const found = hypotheses[request.rank];
    const target = request.target ?? found?.ids;
    if (!target) throw new Refusal('live.rank');
    const id = this.#idOf(request, target);
    const traced = this.#traced(id);
    return {
      request,
      id,
      text: this.tokenizer.decode(target),
      hypotheses,
      traced,
      isFinished: found?.isFinished ?? true,
      milliseconds: spent + performance.now() - started,
      change: null,
      model: this.about,
    };
  }

  /** @param {Request} request */
  #begin({text, beam, alpha, prefix, changes}) {
    const source = this.#source(text);
    const limit = Math.max(source.length, prefix.length);
    const {model, maxExtraTokens} = this;
    if (!Number.isInteger(beam) || beam < 1 || beam > MOST_BEAM || !(alpha >= 0 && alpha <= MOST_ALPHA))
      throw new Refusal('live.search', {limit: MOST_BEAM, alpha: MOST_ALPHA});
    if (beam * limit > MOST_COST)
      throw new Refusal('live.cost', {beam, tokens: limit, widest: Math.max(1, Math.floor(MOST_COST / limit))});
    const earlier = closest(this.traces.values(), {source, changes}, model.config);
    return new Search(
      model,
      encoded(model, {source, changes}, earlier),
      {beam, alpha, maxExtraTokens, prefix},
      changing(changes),
    );
  }

  /** @param {string} text */
  #source(text) {
    return tokensOf(this.tokenizer, text);
  }

  /**
   * The same request has the same id, while it is kept.
   * @param {Request} request
   * @param {number[]} target
   */
  #idOf(request, target) {
    const key = JSON.stringify(request);
    const known = [...this.entries].find(([, entry]) => entry.key === key)?.[0];
    const id = known ?? `here-${(made += 1)}`;
    remembered(this.entries, MOST_ENTRIES, id, () => ({request, target, key}));
    return id;
  }
}
