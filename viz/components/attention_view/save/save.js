// Downloads: the view as shown (SVG, PNG), every head, the numbers (CSV); the server writes files of all numbers.

import {focusedNear, make, movedIndex, targetOf} from '../../shared/elements.js';
import {download, pngFile, svgFile} from '../../shared/saving.js';
import {say} from '../../shared/text.js';
import {idForServer} from '../changes/local_engine.js';
import {aboutTable, fileName} from '../files/names.js';
import {commentLine, headCsv, jsonText, provenanceOf} from '../files/provenance.js';
import {openHomework} from '../homework/dialog.js';
import {isPredicted} from '../numbers/payload.js';
import {sizeText} from '../numbers/reduced.js';
import {openPrint} from '../print/dialog.js';
import {ask} from '../server/ask.js';
import {closeUpPlace} from '../close_up/numbers.js';
import {shownPacked} from '../store/selectors.js';
import {closePanels} from '../widgets/controls.js';
import {savedView} from './page.js';
import {savedScene} from './scene.js';

/** @import {View} from '../types.js' */

// The entry of the save menu for a page with the model: its size is asked for when the menu opens.

const WITH_MODEL = 'html_model';

/**
 * Write the size of the page, or why there is none.
 * @param {View} view
 */
const tellModelSize = async view => {
  const {packed, texts} = view;
  const reply = await ask(view, 'model_page');
  const entry = view.root.querySelector(`[data-save="${WITH_MODEL}"]`);
  const problem = reply?.problem ?? say(texts, 'lab.no_answer');
  if (!entry || view.packed !== packed) return;
  entry.disabled = !reply?.bytes;
  entry.querySelector('small').textContent = reply?.bytes
    ? say(texts, `save.${WITH_MODEL}.note`, {size: sizeText(reply.bytes)})
    : problem;
};

const SAVED_HERE = ['print', 'svg', 'png', 'heads_svg', 'heads_png', 'head_csv']; // by the browser

const GIVEN_THERE = ['npz', 'html']; // of attention without a model

const BY_HAND = ['notebook', 'workbook', 'worksheet']; // by the server: the row of the close-up, to compute again

/** @type {Record<string, string[]>} */
const GROUPS = {
  picture: ['print', 'svg', 'png', 'heads_svg', 'heads_png'],
  numbers: ['head_csv', 'csv', 'json', 'npz'],
  page: ['html', WITH_MODEL],
  exercise: [...BY_HAND, 'homework'],
};

/** @param {View} view */
const drawSave = view => {
  const {texts, server, props} = view;
  const serves = server && props.saves !== false;
  /** @param {string} name */
  const isOffered = name => {
    if (SAVED_HERE.includes(name)) return true;
    if (!serves) return false;
    if (!isPredicted(view.packed)) return GIVEN_THERE.includes(name);
    if (name === WITH_MODEL) return Boolean(server.model_page);
    return name !== 'homework' || Boolean(server.homework);
  };
  /** @param {string} name */
  const entry = name =>
    make(
      'button',
      {type: 'button', role: 'menuitem', 'data-save': name, class: 'gf-entry'},
      make('span', {}, say(texts, `save.${name}`)),
      make('small', {}, say(texts, `save.${name}.${name === WITH_MODEL ? 'asking' : 'note'}`)),
    );
  view.root.querySelector('[data-panel="save"]').replaceChildren(
    ...Object.entries(GROUPS).flatMap(([group, names]) => {
      const title = say(texts, `save.group.${group}`);
      const own = names.filter(isOffered).map(entry);
      const heading = make('span', {class: 'gf-save-title', 'aria-hidden': 'true'}, title);
      return own.length ? [make('div', {role: 'group', 'aria-label': title}, heading, ...own)] : [];
    }),
  );
};

/**
 * Save a file that the browser makes: of the view at the click, with numbers that the server still has to send.
 * @param {View} view
 * @param {string} name
 */
const saveHere = async (view, name) => {
  const all = name.startsWith('heads_');
  const table = name === 'head_csv';
  const packed = shownPacked(view);
  const {
    choice: {lens},
  } = view;
  const file = fileName(packed, view.choice, {all, picture: !table, changed: Boolean(view.variant)});
  const scene = table ? null : savedScene(view, all ? 'overview' : 'view');
  const rows = table ? headCsv(packed, view.choice, view.sheets[0]) : '';
  const about = table ? aboutTable(packed, view.choice, Boolean(view.variant)) : {};
  const from = provenanceOf(packed, lens, await ask(view, 'provenance', {id: packed.id}));
  if (!scene)
    download(new Blob([commentLine({...from, ...about}), rows], {type: 'text/csv;charset=utf-8'}), `${file}.csv`);
  else if (name.endsWith('svg')) download(svgFile({...scene, note: jsonText(from)}), `${file}.svg`);
  else download(pngFile({...scene, note: jsonText(from)}), `${file}.png`);
};

/**
 * @param {View} view
 * @param {string} name
 */
const save = async (view, name) => {
  if (name === 'print') openPrint(view);
  else if (name === 'homework') openHomework(view);
  else if (SAVED_HERE.includes(name)) await saveHere(view, name);
  else if (BY_HAND.includes(name)) {
    const {
      packed: {id},
      kind,
      layer,
      head,
      query,
    } = closeUpPlace(view);
    view.trigger('save_request', {format: name, id: await idForServer(view, id), kind, layer, head, query});
  } else if (name === 'html' || name === WITH_MODEL)
    view.trigger('save_request', {...(await savedView(view)), format: name});
  else {
    const {
      choice: {side, lens},
      variant,
    } = view;
    const of = variant ? {side: side === 'variant' ? 'changed' : 'base'} : {};
    view.trigger('save_request', {id: await idForServer(view, shownPacked(view).id), format: name, lens, ...of});
  }
};

/** @param {View} view */
export const wireSave = view => {
  view.show(() => [], drawSave);
  const panel = view.find('[data-panel="save"]');
  view.find('[data-opens="save"]').addEventListener('click', () => {
    if (view.server?.model_page) tellModelSize(view);
  });
  panel.addEventListener('click', event => {
    const entry = targetOf(event).closest('[data-save]');
    if (!entry || entry.disabled) return;
    closePanels(view);
    view.find('[data-opens="save"]').focus({preventScroll: true}); // where a dialog returns the focus to
    save(view, entry.dataset.save);
  });
  panel.addEventListener('keydown', event => {
    const entries = [...panel.querySelectorAll('[data-save]:enabled')];
    const index = movedIndex(event.key, entries.indexOf(focusedNear(panel)), entries.length);
    if (index !== null) {
      event.preventDefault();
      entries[index].focus();
    }
  });
};
