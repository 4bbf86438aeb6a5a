// The address is written after each change of the view; going back or forward restores the view from the address.
// Another translation, panel or second translation is an entry of the history; every other choice replaces the last
// one.

import {addressFields, joinAddress, sendToFrame, writeAddress} from '../../shared/address.js';
import {CHANGE_FIELDS, LINK_FIELDS, TEXT_FIELDS} from './fields.js';
import {choiceOfLink, settleLinked, showLinkedChange, viewFields} from './view_link.js';
import {isPredicted} from '../numbers/payload.js';
import {stopPlaying} from '../store/playing.js';

/** @import {Asked, Choice, Packed, View} from '../types.js' */

const PATIENCE = 30000; // milliseconds for the server: after that the address follows what is shown all the same

/**
 * What is known of a view's address.
 * @typedef {object} Followed
 * @property {'' | 'server' | 'change' | 'lab'} awaits what is asked for before the address is followed again
 * @property {Asked} asked what a link asked for
 * @property {boolean} pushes whether what is asked for is an entry of its own
 * @property {string | null} entry the part of the last state that made a history entry; null if the next makes none
 * @property {string} opening the fields of a page that was opened without any
 * @property {string} opened the translation of that page
 * @property {number} turn counts what was asked for
 * @property {number} timer
 */

/** @type {WeakMap<View, Followed>} */
const followed = new WeakMap();

/** Fields of which another value is another entry. */
const ENTRY = [...TEXT_FIELDS, ...CHANGE_FIELDS, 'bench'];

/** Fields of the place, the language, Gradio and a Space: every other one is the view's, so that it drops unknown ones.
 * */
const OTHERS = new Set([
  'tab',
  'lab',
  'set',
  'run',
  'block',
  'mode',
  'at',
  'stop',
  'path',
  'chapter',
  'test',
  'lang',
  '__theme',
  'view_theme',
  '__sign',
  'logs',
]);

/** Choices that the address holds: all but the hovered token. */
const READ = /** @type {(keyof Choice)[]} */ ([
  'kind',
  'layer',
  'head',
  'step',
  'pin',
  'view',
  'rows',
  'lens',
  'against',
  'combine',
  'heads',
  'words',
  'specials',
  'mass',
  'grow',
  'kinds',
  'bench',
  'side',
]);

/**
 * @param {Record<string, string>} fields
 * @param {string[]} names
 */
const textOf = (fields, names) => JSON.stringify(names.map(name => fields[name] ?? ''));

const isBare = () => !LINK_FIELDS.some(name => name in addressFields());

/**
 * Write what is shown, unless something is still on its way.
 * @param {View} view
 * @param {Followed} own
 */
const follow = (view, own) => {
  if (own.awaits === 'lab' && !view.lab.dirty && !view.lab.running) finish(view, own);
  if (!view.packed || own.awaits || !followed.has(view) || view.variant?.first) return;
  if (!isPredicted(view.packed)) return; // no address opens it again
  const fields = viewFields(view);
  const entry = textOf(fields, ENTRY);
  const said = textOf(fields, LINK_FIELDS);
  const push = own.entry !== null && own.entry !== entry;
  own.entry = entry;
  if (isBare()) {
    if (!own.opened) Object.assign(own, {opening: said, opened: view.packed.id});
    if (own.opening === said) return; // as the page begins: nothing needs to be said
  }
  writeAddress([...LINK_FIELDS, ...Object.keys(addressFields()).filter(name => !OTHERS.has(name))], fields, push);
};

/**
 * All that a link asked for is there.
 * @param {View} view
 * @param {Followed} own
 */
const finish = (view, own) => {
  clearTimeout(own.timer);
  settleLinked(view, own.asked);
  own.awaits = '';
  if (!own.pushes) own.entry = null;
};

/**
 * Show the view and the second translation that a link asks for, of the translation that is there.
 * @param {View} view
 * @param {Followed} own
 */
const showRest = async (view, own) => {
  const turn = (own.turn += 1);
  own.awaits = 'change';
  const how = await showLinkedChange(view, own.asked);
  if (own.turn !== turn) return;
  if (how === 'lab') own.awaits = 'lab';
  else finish(view, own);
  follow(view, own);
};

/**
 * Go to what the address says, or will say.
 * @param {View} view
 * @param {Followed} own
 * @param {Record<string, string>} fields
 * @param {boolean} [pushes]
 */
const goTo = (view, own, fields, pushes = false) => {
  const {packed} = view;
  const isShown =
    packed &&
    own.awaits !== 'server' && // or the answer that is on its way would replace it
    (TEXT_FIELDS.some(name => name in fields)
      ? textOf(viewFields(view), TEXT_FIELDS) === textOf(fields, TEXT_FIELDS)
      : packed.id === own.opened);
  Object.assign(own, {asked: fields, pushes});
  if (!isShown) {
    own.awaits = 'server';
    own.turn += 1;
    clearTimeout(own.timer);
    own.timer = setTimeout(() => {
      own.awaits = '';
    }, PATIENCE);
    view.set({waiting: {...view.waiting, busy: true, problem: ''}});
    view.trigger('link_open', {fields});
    return;
  }
  own.awaits = 'change';
  stopPlaying(view);
  view.set({choice: choiceOfLink(view, fields, packed)});
  showRest(view, own);
};

/**
 * Start with a new translation: with the choices of a link, or with those given.
 * @param {View} view
 * @param {Packed} packed
 * @param {Asked | null} asked
 * @param {Choice} choice
 */
export const beginWith = (view, packed, asked, choice) => {
  const own = followed.get(view) ?? freshState();
  if (asked) Object.assign(own, {asked, pushes: own.awaits === 'server' && own.pushes, awaits: 'change'});
  else own.awaits = '';
  view.set({
    packed,
    variant: /** @type {any} */ (null),
    broken: false,
    choice: asked ? choiceOfLink(view, asked, packed) : choice,
  });
  if (asked) showRest(view, own);
};

/**
 * Show what a link with these fields would show, as an entry of the history.
 * @param {View} view
 * @param {Record<string, string>} fields
 */
export const openFields = (view, fields) => {
  const own = followed.get(view);
  if (own) goTo(view, own, fields, true);
};

/** @returns {Followed} */
const freshState = () => ({
  awaits: '',
  asked: {},
  pushes: false,
  entry: null,
  opening: '',
  opened: '',
  turn: 0,
  timer: 0,
});

/**
 * Follow the address of the page; a standalone view does not use it.
 * @param {View} view
 */
export const wireAddress = view => {
  if (!view.props.addressed) return;
  const own = freshState();
  followed.set(view, own);
  if (view.props.host) sendToFrame();
  view.subscribe(
    ({packed, variant, lab, choice}) => [packed, variant, lab, ...READ.map(name => choice[name])],
    () => follow(view, own),
  );
  view.subscribe(
    ({waiting}) => [waiting],
    () => {
      if (own.awaits === 'server' && !view.waiting.busy && view.waiting.problem) own.awaits = ''; // it cannot be shown
    },
  );
  joinAddress(LINK_FIELDS, fields => goTo(view, own, fields));
};
