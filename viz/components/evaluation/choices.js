// Drawing of what a visitor chooses: order, marks, flags, the bucket, and how many rows pass.

import {make, write} from '../shared/elements.js';
import {grouped, labelled, listed} from '../shared/locale.js';
import {say, sayCount} from '../shared/text.js';
import {headingOf, packed} from './drawing.js';
import {QUICK, countText, flagCounts, letter} from './rows.js';

/** @import {Bucket, Marks, View} from './types.js' */

export const CLICKED = 'sentences-bucket'; // the event of a bar of the figure

/**
 * A button that is on or off.
 * @param {string} what it does
 * @param {string} value
 * @param {string} words
 * @param {boolean} pressed
 * @param {string | null} [title]
 */
const chip = (what, value, words, pressed, title = null) =>
  make(
    'button',
    {type: 'button', class: 'gf-sentences-chip', [`data-${what}`]: value, 'aria-pressed': pressed, title},
    words,
  );

/**
 * Draw buttons again without taking the keyboard from the one that has it.
 * @param {HTMLElement} parent
 * @param {(Node | string)[]} children
 */
const replaceChips = (parent, children) => {
  const held = [...parent.children].indexOf(/** @type {Element} */ (document.activeElement));
  parent.replaceChildren(...children);
  const next = parent.children[Math.min(held, parent.children.length - 1)];
  if (held >= 0 && next) /** @type {HTMLElement} */ (next).focus({preventScroll: true});
};

/** @param {View} view */
const drawOrders = view => {
  const {order} = view.choice;
  const offered = QUICK.filter(by => by !== 'different' || packed(view).systems.length > 1);
  const chips = offered.map(by => {
    const hint = `order.${by}.hint`;
    const pressed = order.by === by && (by !== 'number' || !order.descending);
    return chip(
      'order',
      by,
      say(view.texts, `order.${by}`),
      pressed,
      hint in view.texts ? say(view.texts, hint) : null,
    );
  });
  replaceChips(view.part('orders'), chips);
  const select = view.part('sort');
  select.replaceChildren(
    ...offered.filter(by => by !== 'number').map(by => make('option', {value: by}, say(view.texts, `order.${by}`))),
    ...view.columns.map(column => make('option', {value: column.key}, headingOf(view, column))),
  );
  select.value = order.by;
  write(view.part('direction'), say(view.texts, order.descending ? 'sort.down' : 'sort.up'));
};

/** @param {View} view */
const drawMarks = view => {
  /** @type {Marks[]} */
  const offered = packed(view).systems.length > 1 ? ['systems', 'reference', 'none'] : ['reference', 'none'];
  const select = view.part('marks');
  select.replaceChildren(...offered.map(value => make('option', {value}, say(view.texts, `marks.${value}`))));
  select.value = view.choice.marks;
};

/**
 * Why a flag was not measured; null where it was.
 * @param {View} view
 * @param {string} flag
 */
const unmeasuredWords = (view, flag) => {
  const {rows, systems} = packed(view);
  const whose = rows.answers.flatMap(({unmeasured}, system) =>
    unmeasured.includes(flag) ? [systems.length > 1 ? letter(system) : systems[system]] : [],
  );
  return whose.length ? say(view.texts, `flag.${flag}.unmeasured`, {systems: listed(whose)}) : null;
};

/** @param {View} view */
const drawFlags = view => {
  const {flags, uncertain} = view.choice;
  const counts = flagCounts(packed(view), uncertain);
  const all = uncertain ? counts : flagCounts(packed(view), true);
  const hasUncertain = all.some(([flag]) => !packed(view).shown.includes(flag));
  const node = view.part('filters');
  node.hidden = !all.length;
  replaceChips(node, [
    make('span', {class: 'gf-sentences-label'}, say(view.texts, 'flags.label')),
    ...counts.map(([flag, found]) => {
      const numbers = found.map(
        (count, system) =>
          (found.length > 1 ? `${letter(system)} ` : '') + countText(packed(view), flag, system, count),
      );
      const words = `${say(view.texts, `flag.${flag}`)} ${numbers.join(' · ')}`;
      return chip('flag', flag, words, flags.includes(flag), unmeasuredWords(view, flag));
    }),
    ...(hasUncertain
      ? [chip('uncertain', '', say(view.texts, 'flags.uncertain'), uncertain, say(view.texts, 'flags.uncertain.hint'))]
      : []),
  ]);
};

/**
 * The label of a bucket in words: yes, no and other are codes, ranges and values of a column are not.
 * @param {View} view
 * @param {Bucket} bucket
 */
const labelOf = ({texts}, {by, label}) => {
  const isCode = by === 'own' ? label === 'other' : ['yes', 'no', 'other'].includes(label);
  return isCode ? say(texts, `bucket.${label}`) : label;
};

/**
 * Offer the groups of sentences that the figure draws; a property with a single group divides nothing.
 * @param {View} view
 */
const drawGroups = view => {
  const offered = Object.entries(packed(view).buckets).filter(([, found]) => found.length > 1);
  const select = view.part('group');
  const parts = offered.map(([by, found]) =>
    make(
      'optgroup',
      {label: say(view.texts, `by.${by}`)},
      ...found.map(({label, rows}, place) => {
        const words = `${labelOf(view, {by, label})} (${grouped(rows.length)})`;
        return make('option', {value: `${by} ${place}`}, words);
      }),
    ),
  );
  select.replaceChildren(make('option', {value: ''}, say(view.texts, 'group.all')), ...parts);
  select.parentElement.hidden = !offered.length;
};

/** @param {View} view */
const showGroup = view => {
  const {bucket} = view.choice;
  const place = bucket ? packed(view).buckets[bucket.by]?.findIndex(({label}) => label === bucket.label) : undefined;
  view.part('group').value = bucket && place !== undefined ? `${bucket.by} ${place}` : '';
  document.dispatchEvent(new CustomEvent('figure-choice', {detail: {event: CLICKED, detail: bucket}}));
};

/** @param {View} view */
const drawCount = view => {
  const all = packed(view).rows.number.length;
  const count = view.rows.length;
  const words =
    count === all
      ? sayCount(view.texts, 'count.all', all, {count: grouped(all)})
      : sayCount(view.texts, 'count', all, {count: grouped(count), all: grouped(all)});
  write(view.part('count'), words);
  const {bucket} = view.choice;
  const name = bucket && labelled(say(view.texts, `by.${bucket.by}`), labelOf(view, bucket));
  const remove =
    name &&
    make(
      'button',
      {
        type: 'button',
        class: 'gf-sentences-chip',
        'data-free': '',
        'aria-label': say(view.texts, 'bucket.remove', {name}),
      },
      name,
      make('span', {'aria-hidden': 'true'}, ' ×'),
    );
  view.part('chosen').replaceChildren(...(remove ? [remove] : []));
  showGroup(view);
};

/** @param {View} view */
export const drawChoices = view => {
  drawOrders(view);
  drawMarks(view);
  drawGroups(view);
  drawFlags(view);
  const search = view.part('search');
  if (search.value !== view.choice.text) search.value = view.choice.text;
  drawCount(view);
};
