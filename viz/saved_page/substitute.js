// A substitute for Gradio's objects of a component, where there is no Gradio: in a file and in a notebook.

/**
 * Properties that change as Gradio changes them: `update` takes the new values, then calls what watches them.
 * @template {Record<string, any>} P
 * @param {P} props
 */
export const watchedProps = props => {
  /** @type {{names: string[], callback: () => void}[]} */
  const watched = [];
  /**
   * @param {string | string[]} names
   * @param {() => void} callback
   */
  const watch = (names, callback) => {
    watched.push({names: [names].flat(), callback});
  };
  /** @param {Partial<P>} changes */
  const update = changes => {
    Object.assign(props, changes);
    for (const {names, callback} of watched) if (names.some(name => name in changes)) callback();
  };
  return {props, watch, update};
};

/** The panels of the view, by the question that they ask. */
const PANELS = Object.entries({
  tree: 'search_tree',
  lab: 'head_importance',
  close_up: 'close_up',
  catalogue: 'head_catalogue',
  compare: 'variant',
});

/**
 * The properties that a view begins with.
 * @param {object} given
 * @param {{lenses: {name: string}[], checks: unknown}} given.payload
 * @param {string} given.texts
 * @param {string[]} given.asked names of the questions that are answered
 * @param {string[]} given.lenses names of those that have numbers; the first one of the payload always has
 * @param {string} [given.open] a panel that has something to show without its question
 * @param {Record<string, any>} [given.fields] of a link to the view
 */
export const firstProps = ({payload, texts, asked, lenses, open = '', fields = {}}) => ({
  value: JSON.stringify({...payload, lenses: payload.lenses.filter(({name}, i) => i === 0 || lenses.includes(name))}),
  checks: payload.checks,
  texts,
  note: '',
  busy: false,
  problem: '',
  host: '',
  saves: false,
  panels: PANELS.filter(([panel, name]) => asked.includes(name) || panel === open).map(([panel]) => panel),
  restore: Object.keys(fields).length ? JSON.stringify(fields) : '',
});
