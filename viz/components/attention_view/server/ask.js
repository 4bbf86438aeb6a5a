// Questions to the server.

/** @import {Packed, View} from '../types.js' */
/** @import {Server} from '../../shared/types.js' */

// Requests to the server in turns: a page sends few at a time, so that a visitor does not delay others.

const AT_A_TIME = 2;

/**
 * The same functions of the server, a few calls at a time; further calls wait in order.
 * @param {Server} server
 * @param {number} [most]
 * @returns {Server}
 */
export const inTurns = (server, most = AT_A_TIME) => {
  let underWay = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const enter = () => {
    if (underWay === most) return new Promise(resolve => waiting.push(() => resolve(undefined)));
    underWay += 1;
    return Promise.resolve();
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  };
  /** @type {(call: Server[string]) => Server[string]} */
  const turned = call => async request => {
    await enter();
    try {
      return await call(request);
    } finally {
      leave();
    }
  };
  return Object.fromEntries(Object.entries(server).map(([name, call]) => [name, turned(call)]));
};

const MOST_KEPT = 120; // questions

/**
 * The same functions of the server; what was asked and answered is kept in `asked`, newest last, to be saved with the
 * view.
 * @param {Server} server
 * @param {Map<string, {name: string, request: object}>} asked
 * @returns {Server}
 */
export const keepingQuestions = (server, asked) =>
  Object.fromEntries(
    Object.entries(server).map(([name, call]) => [
      name,
      async (/** @type {object} */ request) => {
        const reply = await call(request);
        const key = JSON.stringify([name, request]);
        if (reply && typeof reply.problem !== 'string' && !name.startsWith('effect')) {
          // those are about work under way
          asked.delete(key);
          asked.set(key, {name, request});
          for (const old of asked.keys()) if (asked.size > MOST_KEPT) asked.delete(old);
        }
        return reply;
      },
    ]),
  );

/**
 * Ask the server; null without a server or an answer, or if the translation has changed meanwhile.
 * @param {View} view
 * @param {string} name
 * @param {object} [request]
 */
export const ask = async (view, name, request = {}) => {
  const {packed} = view;
  if (!packed || !view.server?.[name]) return null;
  try {
    const reply = await view.server[name]({id: packed.id, ...request});
    return view.packed === packed && reply ? reply : null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

/**
 * @param {View} view
 * @param {Packed} packed
 */
export const stillShown = (view, packed) => view.packed === packed || view.variant?.packed === packed;
