// The chapters of the path in the paper's order: what each opens, as fields of the page's address, and what it marks.
// Pure.

/** @typedef {Record<string, string>} Fields */

/**
 * @typedef {object} Chapter
 * @property {string} name
 * @property {Fields} fields
 * @property {string} mark selector of the element that it speaks of
 * @property {string} [result] of the one that shows what came of its task; without it the mark stays
 * @property {('best' | 'change')[]} [found] what is found out in it
 */

/** What a chapter takes out of the address unless it sets it: the place, and changes of the translation. */
const NOWHERE = Object.fromEntries(
  [
    ...['tab', 'lab', 'set', 'test', 'block', 'mode', 'at', 'stop'],
    ...['kind', 'layer', 'head', 'step', 'view', 'rows', 'pin', 'lens', 'vs_lens', 'combine', 'heads', 'bench'],
    ...['off', 'uniform', 'edits', 'prefix', 'same', 'side', 'vs_text', 'vs_target', 'vs_checkpoint', 'vs_step'],
    ...['vs_beam', 'vs_alpha', 'vs_rank', 'systems'],
  ].map(name => [name, '']),
);

/**
 * @param {string} block of Figure 1
 * @param {Fields} [more]
 */
const machine = (block, more = {}) => ({...NOWHERE, tab: 'machine', block, ...more});

/** @param {Fields} fields */
const explorer = fields => ({...NOWHERE, ...fields});

/** @param {string} block */
const box = block => `#machine [data-part=figure] [data-block="${block}"]`;

/** @type {Chapter[]} */
export const CHAPTERS = [
  {name: 'embedding', fields: machine('encoder.embedding'), mark: box('decoder.embedding')},
  {
    name: 'position',
    fields: {...NOWHERE, lab: 'positional'},
    mark: '#maths [data-control=pair]',
    result: '#maths [data-kind=chart]',
  },
  {
    name: 'attention',
    fields: explorer({kind: 'encoder', layer: '1', head: '1', view: 'lines'}),
    mark: '#attention [data-part=figure]',
  },
  {
    name: 'scale',
    fields: {...NOWHERE, lab: 'softmax'},
    mark: '#maths [data-control=d_k]',
    result: '#maths [data-kind=chart]',
  },
  {
    name: 'heads',
    fields: explorer({kind: 'encoder', layer: '1', head: '1', view: 'matrix'}),
    mark: '#attention .gf-kind[data-hue=encoder]',
  },
  {name: 'residual', fields: machine('encoder.0.self.add'), mark: box('encoder.0.feed_forward.add')},
  {
    name: 'feed_forward',
    fields: machine('encoder.0.feed_forward'),
    mark: box('decoder.0.feed_forward'),
    result: '#machine [data-part=panel] [data-role=output]',
  },
  {
    name: 'masked',
    fields: explorer({kind: 'decoder', layer: '1', head: '1', view: 'matrix', rows: 'read', step: '1'}),
    mark: '#attention .gf-step',
    result: '#attention [data-part=figure]',
  },
  {
    name: 'cross',
    fields: explorer({kind: 'cross', bench: 'lab'}),
    mark: '#attention .gf-lab-kind[data-hue=cross]',
    result: '#attention .gf-lab-outcome',
    found: ['change'],
  },
  {
    name: 'output',
    fields: explorer({kind: 'cross', step: '1'}),
    mark: '#attention [data-part=words]',
    result: '#attention [data-part=next]',
  },
  {name: 'training', fields: machine('decoder.0.self', {at: '2'}), mark: '#machine [data-part=modes]'},
  {
    name: 'whole',
    fields: explorer({kind: 'encoder', layer: '1', head: '1', view: 'lines'}),
    mark: '#attention .gf-heads [data-part=kinds]',
    found: ['change', 'best'],
  },
];

/** The chapter that returns to the first one. */
export const LAST = 'whole';

const ALL = CHAPTERS.map(({name}) => name);

/** @type {Record<string, string[]>} */
export const LENGTHS = {hour: ALL, ten: ['embedding', 'attention', 'heads', 'cross', LAST], lecture: ALL};

/** The stops of the former tour, whose links still work. */
const STOPS = [...ALL.slice(0, 9), 'cross', 'output', 'training'];

/** @param {string} name */
export const chapterNamed = name => /** @type {Chapter} */ (CHAPTERS.find(one => one.name === name));

/**
 * What an address names of the path; '' for no length where the path is closed, and for no chapter where it begins or
 * continues where the reader was.
 * @param {Fields} fields
 */
export const placeIn = ({path = '', chapter = '', stop = ''}) => {
  const old = /^\d{1,2}$/.test(stop) ? STOPS[Number(stop) - 1] : undefined;
  if (!path && old) return {path: 'hour', chapter: old};
  if (!Object.hasOwn(LENGTHS, path)) return {path: '', chapter: ''};
  return {path, chapter: LENGTHS[path].includes(chapter) ? chapter : ''};
};

/**
 * The chapter before or after one in a length; '' beyond its ends.
 * @param {string} path
 * @param {string} chapter
 * @param {number} by
 */
export const neighbourOf = (path, chapter, by) => LENGTHS[path][LENGTHS[path].indexOf(chapter) + by] ?? '';

/**
 * Whether a link names a chapter but nothing of what it shows, so that it has to be opened.
 * @param {Chapter} chapter
 * @param {Fields} fields
 */
export const isShort = (chapter, fields) =>
  !Object.entries(chapter.fields).some(([name, value]) => value && fields[name]);
