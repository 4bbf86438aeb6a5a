// Texts around the head catalogue's table: the sample, the meaning of columns, all labels.

import {make, withKeys} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {grouped} from '../../shared/locale.js';
import {say} from '../../shared/text.js';
import {catalogueBest, catalogueColumns, clearestHeads} from './rows.js';
import {catalogueRowName, catalogueWords, headName, nameOfHead} from '../numbers/heads.js';
import {cataloguePart} from './table.js';

/** @import {Catalogue, CatalogueReply} from './types.js' */
/** @import {View} from '../types.js' */

/**
 * The clearest heads as sentences, each a button that shows its head.
 * @param {View} view
 * @param {CatalogueReply} reply
 */
const clearSentences = ({texts}, reply) => {
  const clear = clearestHeads(reply);
  if (!clear.length) return [make('p', {}, say(texts, 'catalogue.clear.none'))];
  return clear.map(row =>
    make(
      'button',
      {type: 'button', 'data-clear': nameOfHead(row), 'data-hue': row.kind},
      make('b', {}, headName(texts, {...row, head: Number(row.head)})),
      ' ',
      say(texts, `catalogue.clear.${row.role}`),
      make('span', {class: 'gf-between'}, ' '),
      make('small', {}, say(texts, 'catalogue.clear.score', {score: row.role_score.toFixed(2)})),
    ),
  );
};

/**
 * The sample, and with gold links the best error rate compared with that of the diagonal.
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {boolean} busy
 */
const describeCatalogueReply = (view, catalogue, busy) => {
  const {texts} = view;
  const {reply, own} = catalogue;
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  const given = reply?.gold ? 'catalogue.about.gold' : 'catalogue.about.own';
  const about = reply
    ? say(texts, own === null ? 'catalogue.about' : given, {
        sentences: reply.sentences,
        tokens: grouped(reply.tokens),
        name: catalogue.checkpoint,
      })
    : '';
  part('about').textContent = busy ? say(texts, 'catalogue.busy') : about;
  part('scroll').hidden = part('legend').hidden = part('clear').hidden = !reply;
  part('gold').hidden = !reply?.gold;
  if (!reply) return;
  part('clear').replaceChildren(...clearSentences(view, reply));
  part('legend').replaceChildren(
    ...catalogueColumns(reply, catalogue.choice.all)
      .filter(column => catalogueWords(texts, column, 'hint'))
      .map(column =>
        make(
          'div',
          {},
          make('dt', {}, catalogueWords(texts, column, 'column')),
          make('dd', {}, catalogueWords(texts, column, 'hint')),
        ),
      ),
  );
  if (!reply.gold) return;
  const {row, column, rate} = catalogueBest(reply);
  part('gold').textContent = say(texts, `catalogue.gold.${column}`, {
    name: row.head === 'mean' ? catalogueRowName(texts, row) : headName(texts, {...row, head: row.head}),
    best: rate.toFixed(3),
    diagonal: reply.gold.diagonal.toFixed(3),
  });
};

/**
 * Say that heads that are off or uniform in the views are not changed in the table.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
export const tellWhole = ({texts, lab}, catalogue) => {
  cataloguePart(catalogue, 'whole').hidden = !lab.gates.size;
  cataloguePart(catalogue, 'whole').textContent = say(texts, 'catalogue.whole');
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const describeCatalogueKinds = (view, catalogue) => {
  const {texts} = view;
  const kinds = cataloguePart(catalogue, 'kinds');
  kinds.setAttribute('aria-label', say(texts, 'catalogue.kinds'));
  if (kinds.dataset.reads !== String(view.look)) {
    /** @param {string} kind */
    const words = kind => say(texts, kind === 'all' ? 'catalogue.all' : `kind.${kind}.short`);
    kinds.replaceChildren(
      ...['all', ...KINDS].map(kind =>
        make('button', {type: 'button', role: 'radio', 'data-filter': kind}, words(kind)),
      ),
    );
  }
  kinds.dataset.reads = view.look;
  for (const button of kinds.children) {
    const on = button.dataset.filter === catalogue.choice.kind;
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
};

/**
 * Everything except the table: texts, sample, meaning of columns.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
export const describeCatalogue = (view, catalogue) => {
  const {texts} = view;
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  const busy = catalogue.host.getAttribute('aria-busy') === 'true';
  describeCatalogueReply(view, catalogue, busy);
  describeCatalogueKinds(view, catalogue);
  part('measures').textContent = say(texts, 'catalogue.measures');
  part('measures').setAttribute('aria-pressed', String(catalogue.choice.all));
  part('measures').disabled = !catalogue.reply;
  part('csv').textContent = say(texts, 'catalogue.csv');
  part('csv').disabled = !catalogue.reply;
  part('label').textContent = say(texts, 'catalogue.own');
  part('own').placeholder = say(texts, 'catalogue.own.placeholder');
  part('run').textContent = say(texts, 'catalogue.run');
  part('run').disabled = busy;
  part('sample').textContent = say(texts, 'catalogue.sample');
  part('sample').hidden = catalogue.own === null && Boolean(catalogue.reply);
  part('form-hint').replaceChildren(...withKeys(texts, 'catalogue.own.hint'));
  part('one_based-label').textContent = say(texts, 'catalogue.own.one_based');
  part('swapped-label').textContent = say(texts, 'catalogue.own.swapped');
};
