// The twelve stops of the tour: what each of them opens, as fields of the page's address. Pure.

/** @typedef {Record<string, string>} Fields */

/** What a stop takes out of the address unless it sets it. */
const NOWHERE = {tab: '', lab: '', set: '', block: '', mode: '', at: '', bench: ''};

/**
 * @param {string} block of Figure 1
 * @param {Fields} [more]
 * @returns {Fields}
 */
const machine = (block, more = {}) => ({...NOWHERE, tab: 'machine', block, ...more});

/** @type {{name: string, fields: Fields}[]} */
export const STOPS = [
  {name: 'embedding', fields: machine('encoder.embedding')},
  {name: 'position', fields: machine('encoder.position')},
  {name: 'attention', fields: machine('encoder.0.self')},
  {name: 'scale', fields: {...NOWHERE, lab: 'softmax'}},
  {name: 'heads', fields: {...NOWHERE, kind: 'encoder', layer: '1', head: '1', view: 'matrix'}},
  {name: 'residual', fields: machine('encoder.0.self.add')},
  {name: 'feed_forward', fields: machine('encoder.0.feed_forward')},
  {name: 'masked', fields: machine('decoder.0.self', {at: '4'})},
  {name: 'cross', fields: machine('decoder.1.cross', {at: '4'})},
  // as the explorer begins: the head that does most
  {name: 'alignment', fields: {...NOWHERE, kind: '', layer: '', head: '', view: ''}},
  {name: 'softmax', fields: machine('softmax', {at: '4'})},
  {name: 'training', fields: machine('decoder.0.self', {mode: 'train'})},
];

/**
 * The stop that an address names, from 0; -1 for none.
 * @param {Fields} fields
 */
export const stopOf = fields => {
  const number = /^\d{1,2}$/.test(fields.stop ?? '') ? Number(fields.stop) : 0;
  return number >= 1 && number <= STOPS.length ? number - 1 : -1;
};
