// "Inside the maths" on the page: nothing is loaded before the tab is seen.

import {addressFields, joinAddress, writeAddress} from '../shared/address.js';
import {say} from '../shared/text.js';
import {followShown, followWidth} from '../shared/watching.js';

/** @import {Gradio} from '../shared/types.js' */

const FIELD = 'set'; // of the address: the values of the open lab that differ from the first ones

/**
 * The sentence at hand and its translation.
 * @param {any} shown the payload of the attention view; null before the first translation
 */
const sentenceOf = shown =>
  shown
    ? {source: shown.src_tokens, target: shown.predicted_tokens, text: shown.source, translation: shown.translation}
    : {source: [], target: [], text: '', translation: ''};

/** What the server says that it cannot do; a browser's own errors are not in the words of the page. */
class Problem extends Error {}

/**
 * Start the component.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, server, watch, given, load}) => {
  const known = /** @type {{texts: string, labs: string, file: string}} */ (given);
  /** @type {any} */
  let shown = null;
  /** @type {any} */
  let started = null;
  let isLoading = false;
  let turn = 0; // counts the changes of the words and of the sentence
  const part = (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`);
  const texts = () => JSON.parse(props.texts ?? known.texts);
  const tell = (/** @type {string} */ note) => {
    part('empty').hidden = !note;
    part('empty').textContent = note;
  };
  const report = (/** @type {unknown} */ error) => {
    console.error(error);
    tell(error instanceof Problem ? error.message : say(texts(), 'failed'));
  };
  /** The words and the model as the server has them now, with the sentence that it is asked about. */
  const asked = async () => {
    const sentence = sentenceOf(shown);
    const reply = await server?.lab_bench({id: shown?.id ?? ''});
    if (!reply || reply.problem) throw new Problem(reply?.problem ?? say(texts(), 'failed'));
    return {texts: {...texts(), ...reply.texts}, facts: {...reply.facts, ...sentence}};
  };
  const write = (/** @type {string} */ set) => writeAddress([FIELD], set ? {[FIELD]: set} : {});
  const begin = async () => {
    if (isLoading || started || !load) return;
    isLoading = true;
    const own = turn;
    tell(say(texts(), 'loading'));
    try {
      const [{bench, labs}, found] = await Promise.all([load(known.file), asked()]);
      started = bench.startBench({element, server, labs, ...found, write});
      part('body').hidden = false;
      tell('');
      started.take({});
      const {lab, set} = addressFields();
      started.openNamed(lab ?? element.dataset.wanted ?? '', set ?? '');
      if (own !== turn) renew();
    } catch (error) {
      report(error);
    } finally {
      isLoading = false;
    }
  };
  const renew = () => {
    const own = (turn += 1);
    if (started)
      asked().then(
        found => {
          if (own !== turn) return;
          tell('');
          started.take(found);
        },
        error => own === turn && report(error),
      );
  };
  followWidth(element, width => {
    if (width) begin();
  });
  watch('texts', renew);
  followShown(packed => {
    if (packed === shown) return;
    shown = packed;
    renew();
  });
  joinAddress([FIELD], fields => {
    if (fields.lab) started?.openNamed(fields.lab, fields[FIELD] ?? '');
  });
  document.addEventListener('open-lab', event => {
    const name = /** @type {CustomEvent} */ (event).detail;
    element.dataset.wanted = name;
    started?.openNamed(name, addressFields().set ?? '');
  });
};
