// Questions to the kernel: messages with a number, which its answer repeats.

/** @import {Server} from '../components/shared/types.js' */
/** @import {Model} from './types.js' */

/** @typedef {{reply: any, buffers: DataView<ArrayBuffer>[]}} Answer */

/**
 * Ask the kernel of a widget; `end` leaves open questions without an answer.
 * @param {Model} model
 */
export const kernelOf = model => {
  /** @type {Map<string, (answer: Answer) => void>} */
  const waiting = new Map();
  const own = Math.random().toString(36).slice(2); // several views of a widget hear every answer
  let asked = 0;
  /**
   * @param {{number: string, reply: any}} content
   * @param {DataView<ArrayBuffer>[]} buffers
   */
  const take = ({number, reply}, buffers) => {
    waiting.get(number)?.({reply, buffers});
    waiting.delete(number);
  };
  model.on('msg:custom', take);
  /**
   * @param {string} question
   * @param {object} [request]
   * @returns {Promise<Answer>}
   */
  const ask = (question, request = {}) =>
    new Promise(resolve => {
      const number = `${own}-${(asked += 1)}`;
      waiting.set(number, resolve);
      model.send({question, number, request});
    });
  return {ask, end: () => model.off('msg:custom', take)};
};

/**
 * The functions of a server that the kernel answers, about translations that it knows.
 * @param {Model} model
 * @param {ReturnType<typeof kernelOf>} kernel
 * @param {string[]} ids of translations that it knows at first
 * @returns {Server}
 */
export const kernelServer = (model, kernel, ids) => {
  const known = new Set(ids);
  /** @type {(name: string) => Server[string]} */
  const asking = name => async request => {
    const {id} = /** @type {{id?: string}} */ (request);
    if (id && !known.has(id)) return {problem: model.get('alone')};
    const {reply} = await kernel.ask(name, request);
    if (typeof reply.payload === 'string') known.add(JSON.parse(reply.payload).id);
    return reply;
  };
  return Object.fromEntries(model.get('questions').map(name => [name, asking(name)]));
};
