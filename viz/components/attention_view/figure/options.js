// Options applied to the numbers before drawing: lens, heads together, words, special tokens, mass, growth. Each
// choice that changes a number is stated in a sentence under the figure.

import {cssColour} from '../../shared/colours.js';
import {focusedNear, make, sayPointing, targetOf} from '../../shared/elements.js';
import {percentText} from '../../shared/locale.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {FURTHER, LEAST_MASS, TOGGLES, changedOptions, firstOptions} from '../numbers/choices.js';
import {headOfName, headsInUse, nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {headsFused, headsOfLayer, layersFused, shownPacked} from '../store/selectors.js';
import {chooseHeads} from '../store/shown_heads.js';
import {markGroup} from '../widgets/controls.js';
import {drawStated} from './statements.js';

/** @import {Part, View} from '../types.js' */

/**
 * The chosen heads as chips; a layer of which every head is chosen is one chip.
 * @param {View} view
 * @returns {{layer: number, head?: number, names: string[]}[]}
 */
const chipsOf = view => {
  const {kind, heads} = view.choice;
  const [layers] = shownPacked(view).kinds[kind].shape;
  const used = headsInUse(view.choice);
  const names = new Set(used.map(nameOfHead));
  const current = nameOfHead(view.choice);
  return Array.from({length: layers}, (_, layer) => layer).flatMap(layer => {
    const all = headsOfLayer(view, kind, layer);
    const mine = all.filter(name => heads.includes(name) && name !== current);
    if (all.length > 2 && all.every(name => names.has(name))) return [{layer, names: mine}];
    return mine.map(name => {
      const {head} = headOfName(name);
      return {layer, head, names: [name]};
    });
  });
};

/**
 * What the chips are: chosen heads, of which no other is shown while one is.
 * @param {number} count
 * @param {string} combine
 */
const besideKey = (count, combine) => {
  if (!count) return 'options.none_beside';
  return combine === 'one' ? 'options.chosen' : 'options.beside';
};

/** @param {View} view */
const drawChips = view => {
  const {
    texts,
    choice: {combine},
  } = view;
  const host = view.part('chips');
  const shown = (combine !== 'one' || view.choosing) && !headsFused(view);
  host.hidden = !shown;
  if (!shown) return;
  const chips = chipsOf(view);
  const overlays = view.sheets[0]?.overlays ?? [];
  const active = focusedNear(host);
  const focused = active && host.contains(active) ? active.dataset.chip : null;
  host.replaceChildren(
    make('span', {class: 'gf-hint'}, sayPointing(texts, besideKey(chips.length, combine))),
    ...chips.map(chip => {
      const key = chip.head === undefined ? 'options.chip.layer' : 'options.chip';
      const label = say(texts, key, {layer: chip.layer + 1, head: (chip.head ?? 0) + 1});
      const own = overlays.find(one => one.layer === chip.layer && one.head === chip.head);
      const button = make(
        'button',
        {
          type: 'button',
          class: 'gf-chip',
          'data-chip': chip.names.join(' '),
          title: say(texts, 'options.chip.remove', {name: label}),
        },
        label,
        make('span', {'aria-hidden': 'true'}, ' ×'),
      );
      if (own) button.style.setProperty('--chip', cssColour(own.colour));
      return button;
    }),
    ...['layer', 'kind'].map(which =>
      make('button', {type: 'button', class: 'gf-quiet', 'data-add': which}, say(texts, `options.add.${which}`)),
    ),
  );
  if (focused !== null) (host.querySelector(`[data-chip="${focused}"]`) ?? host.querySelector('button'))?.focus();
};

/** @param {View} view */
const drawOptions = view => {
  const {texts, choice, server} = view;
  const {lens, mass, combine} = choice;
  const fused = headsFused(view);
  const select = view.part('lens');
  const known = view.packed.lenses.map(lens => lens.name);
  const names = known.filter(name => server?.lens_values || name === WEIGHTS);
  const labels = names.map(name => say(texts, `lens.${name}`));
  if (labels.join('\n') !== [...select.options].map(option => option.textContent).join('\n'))
    select.replaceChildren(...names.map((name, i) => make('option', {value: name}, labels[i])));
  select.value = lens;
  markGroup(view, 'combine', combine);
  for (const button of view.part('options').querySelectorAll('[data-group="combine"] button, [data-part="add-heads"]'))
    button.disabled = fused;
  view.find('[data-choice="head"]').disabled = fused;
  view.find('[data-choice="layer"]').disabled = fused && layersFused(view);
  view.part('add-heads').setAttribute('aria-pressed', String(Boolean(view.choosing)));
  view.root.dataset.choosing = Boolean(view.choosing);
  for (const name of TOGGLES)
    view
      .part('options')
      .querySelector(`[data-toggle="${name}"]`)
      .setAttribute('aria-pressed', String(/** @type {Record<string, any>} */ (choice)[name]));
  view.part('options').querySelector('[data-toggle="grow"]').hidden = choice.kind === 'encoder';
  const range = view.part('mass');
  const percent = percentText(mass);
  range.value = mass;
  range.style.setProperty('--done', `${(100 * (mass - LEAST_MASS)) / (1 - LEAST_MASS)}%`);
  range.setAttribute('aria-valuetext', mass < 1 ? percent : say(texts, 'options.mass.all'));
  view.part('mass-number').textContent = mass < 1 ? percent : say(texts, 'options.mass.all');
  const hides = (view.playing ?? view.paused)?.grew === false; // playing hides rows for its time: no visitor chose that
  const changed = changedOptions(choice).filter(name => name !== 'grow' || !hides);
  const count = changed.length;
  const further = changed.filter(name => FURTHER.includes(name)).length;
  const opener = view.part('options-open');
  view.part('further-open').textContent = say(texts, further ? 'options.further.on' : 'options.further', {
    count: further,
  });
  view.part('options-reset').hidden = !count && !choice.heads.length;
  opener.textContent = count ? say(texts, 'options.open.on', {count}) : say(texts, 'options.open');
  drawChips(view);
  drawStated(view);
};

/** @param {View} view */
export const wireOptions = view => {
  view.show(
    ({sheets, choice, choosing, lensFailed, variant}) => [
      sheets,
      choice.view,
      choosing,
      lensFailed,
      variant ? choice.step : null,
    ],
    drawOptions,
  );
  const host = view.part('options');
  view
    .part('lens')
    .addEventListener('change', event => view.change({lens: targetOf(event).value, hover: null, cell: null}));
  view
    .part('mass')
    .addEventListener('input', event => view.change({mass: clamp(+targetOf(event).value, LEAST_MASS, 1)}));
  host.addEventListener('click', event => {
    const toggle = targetOf(event).closest('[data-toggle]');
    const chip = targetOf(event).closest('[data-chip]');
    const add = targetOf(event).closest('[data-add]');
    const name = /** @type {'words' | 'specials' | 'grow' | undefined} */ (toggle?.dataset.toggle);
    if (name) view.change({[name]: !view.choice[name]});
    if (chip) {
      const gone = new Set(chip.dataset.chip.split(' '));
      chooseHeads(
        view,
        view.choice.heads.filter(name => !gone.has(name)),
      );
    }
    if (add) {
      const {kind, layer, heads} = view.choice;
      const [layers] = shownPacked(view).kinds[kind].shape;
      const wanted = add.dataset.add === 'layer' ? [layer] : Array.from({length: layers}, (_, i) => i);
      chooseHeads(view, [...new Set([...heads, ...wanted.flatMap(one => headsOfLayer(view, kind, one))])]);
    }
    if (targetOf(event).closest('[data-part="add-heads"]')) view.set({choosing: !view.choosing});
    if (targetOf(event).closest('[data-part="options-reset"]')) {
      view.set({choosing: false});
      view.change(firstOptions(view.choice.kind));
      view.part('options-open').focus(); // the button that had the focus is hidden now
    }
  });
  const opener = view.part('options-open');
  opener.addEventListener('click', () => {
    const open = opener.getAttribute('aria-expanded') !== 'true';
    opener.setAttribute('aria-expanded', String(open));
    host.dataset.open = open;
  });
};
