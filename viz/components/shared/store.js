// A state with one way to change it, derived values, and subscribers that are called when a value they read changes.

/**
 * A value derived from others, recomputed only when one of them changes.
 * @template From, Value
 * @param {(from: From) => unknown[]} reads
 * @param {(from: From) => Value} make
 * @returns {(from: From) => Value}
 */
export const derived = (reads, make) => {
  /** @type {unknown[] | null} */
  let before = null;
  /** @type {Value} */
  let value;
  return from => {
    const now = reads(from);
    if (before && isSame(now, before)) return value;
    value = make(from);
    before = now;
    return value;
  };
};

/**
 * @param {unknown[]} now
 * @param {unknown[]} before
 */
const isSame = (now, before) => now.every((value, i) => Object.is(value, before[i]));

/**
 * A store: `set` changes the state, completed by its rule, and calls each subscriber whose values have changed since
 * its last call, in the order of subscription. A subscriber may change the state itself. Subscribers of a part that can
 * wait are called by the next change.
 * @template {object} State
 * @param {State} state
 * @param {(before: State, after: State) => State} settle
 */
export const makeStore = (state, settle) => {
  /** @typedef {(before: any[] | null) => void} Draw */
  /** @type {{reads: () => unknown[] | null, draw: Draw, part?: string[] | null, last: unknown[] | null}[]} */
  const subscribers = [];
  /** @type {(part: string[]) => boolean} */
  let waits = () => false;
  return {
    get: () => state,
    /**
     * @param {Partial<State>} changes
     * @param {(part: string[]) => boolean} [canWait] also for the changes that subscribers make
     */
    set: (changes, canWait = waits) => {
      const outer = waits;
      waits = canWait;
      state = settle(state, {...state, ...changes});
      for (const one of subscribers) {
        if (one.part && waits(one.part)) continue;
        const now = one.reads();
        const before = one.last;
        if (!now || (before && isSame(now, before))) continue;
        one.last = now;
        one.draw(before);
      }
      waits = outer;
    },
    /**
     * Call back when one of the values read has changed since the last call; null reads nothing for now.
     * @param {() => unknown[] | null} reads
     * @param {(before: any[] | null) => void} draw
     * @param {string[] | null} [part] names of what it draws; one without it never waits
     */
    subscribe: (reads, draw, part) => {
      subscribers.push({reads, draw, part, last: null});
    },
  };
};
