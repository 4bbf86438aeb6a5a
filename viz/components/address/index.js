// The tab, the lab and the run in the address: each that is opened is an entry of the history, and Back leads to the
// last.

import {addressFields, goTo, joinAddress, writeAddress} from '../shared/address.js';

/** @import {Gradio} from '../shared/types.js' */

/**
 * What is open; the lab and the run also while their tab is not.
 * @typedef {{tab: string, lab: string, run: string}} Place
 */

const FIELDS = ['tab', 'lab', 'run'];
const MATHS = 'maths';
const TRAIN = 'train';
const MARGIN = 32; // pixels around the open tab, in which a part of the next one is seen

/**
 * The place that the address names; an unknown tab or lab is the first one.
 * @param {Record<string, string>} fields
 * @param {{tabs: string[], labs: string[]}} known
 * @returns {Place}
 */
const placeOf = ({tab, lab, run}, {tabs, labs}) => {
  const named = tabs.includes(tab) ? tab : tabs[0];
  const isLab = labs.includes(lab);
  return {tab: isLab && !tab ? MATHS : named, lab: isLab ? lab : '', run: run ?? ''};
};

/**
 * The fields of a place; none for the tab that a page begins with.
 * @param {Place} place
 * @param {string[]} tabs
 * @returns {Record<string, string>}
 */
const fieldsOf = ({tab, lab, run}, tabs) => {
  if (tab === MATHS) return lab ? {lab} : {tab};
  if (tab === TRAIN && run) return {tab, run};
  return tab === tabs[0] ? {} : {tab};
};

/**
 * Follow the run of this name, as a click in the list of runs does.
 * @param {string} name
 */
const followRun = name => {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('#train-runs [data-action=follow]')
  );
  [...buttons].find(button => button.dataset.name === name)?.click();
};

/**
 * The place of the open tab among those of a component; -1 before it is there. Where there is little room Gradio moves
 * tabs into a menu, whose buttons have only their words.
 * @param {string} id of the component
 */
const openIndex = id => {
  const bar = document.querySelector(`${id} > .tab-wrapper`);
  const open = bar?.querySelector('[role=tab][aria-selected=true], .overflow-dropdown .selected');
  const all = [...(bar?.querySelectorAll('.tab-container.visually-hidden button') ?? [])];
  return open ? all.findIndex(button => button.textContent === open.textContent) : -1;
};

/**
 * Scroll the row of tabs, not the page, to the open one: on a phone it may be out of sight.
 * @param {string} id of the component
 */
const showOpenTab = id => {
  const tab = document.querySelector(`${id} > .tab-wrapper [role=tab][aria-selected=true]`);
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const {left, right} = tab.getBoundingClientRect();
  const room = row.getBoundingClientRect();
  row.scrollLeft += Math.min(0, left - room.left - MARGIN) || Math.max(0, right - room.right + MARGIN);
};

/** The lab that is open; '' before the tab was seen. @returns {string} */
const openLab = () =>
  /** @type {HTMLElement | null} */ (document.querySelector('#maths [data-open], #maths[data-open]'))?.dataset.open ??
  '';

/**
 * Bring the component to life: it shows nothing.
 * @param {Gradio} gradio
 */
export const mount = ({element, trigger, given}) => {
  const known = /** @type {{tabs: string[], labs: string[]}} */ (given);
  const root = element.closest('#address') ?? element;
  let open = placeOf({}, known);
  let seen = '';
  let awaited = ''; // the tab and the lab that are being opened
  /** @param {Place} place */
  const nameOf = ({tab, lab}) => (tab === MATHS ? `${tab} ${lab}` : tab);
  /** @param {Partial<Place>} place */
  const note = place => {
    const before = open;
    open = {...open, ...place};
    const now = fieldsOf(open, known.tabs);
    const last = fieldsOf(before, known.tabs);
    // shown without a click
    const isFirst = ('run' in place && !before.run) || (place.tab === before.tab && !before.lab);
    writeAddress(FIELDS, now, JSON.stringify(now) !== JSON.stringify(last) && !isFirst);
  };
  const look = () => {
    const tab = known.tabs[openIndex('#tabs')] ?? open.tab;
    const lab = openLab() || open.lab;
    if (tab !== seen) showOpenTab('#tabs');
    seen = tab;
    if (awaited && awaited !== nameOf({...open, tab, lab})) return;
    awaited = '';
    if (tab !== open.tab || (tab === MATHS && lab !== open.lab)) note({tab, lab});
  };
  /** @param {Record<string, string>} fields */
  const restore = fields => {
    const wanted = placeOf(fields, known);
    const isOther = nameOf(wanted) !== nameOf(open);
    if (wanted.run && open.run && wanted.run !== open.run) followRun(wanted.run);
    if (wanted.lab) document.dispatchEvent(new CustomEvent('open-lab', {detail: wanted.lab}));
    open = {...wanted, lab: wanted.lab || openLab(), run: wanted.run || open.run};
    Object.assign(root.dataset, {tab: open.tab, lab: open.lab});
    // what is shown
    if (open.tab === MATHS && open.lab && !wanted.lab) writeAddress(FIELDS, fieldsOf(open, known.tabs));
    if (!isOther) return;
    awaited = nameOf(open);
    trigger('address_go');
  };
  new MutationObserver(look).observe(document.body, {subtree: true, attributeFilter: ['aria-selected', 'data-open']});
  document.addEventListener('run-shown', event => note({run: /** @type {CustomEvent} */ (event).detail}));
  document.addEventListener('go-to', event => goTo(/** @type {CustomEvent} */ (event).detail));
  joinAddress(FIELDS, restore);
  restore(addressFields());
};
