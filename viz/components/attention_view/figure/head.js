// The title of the large head, and the controls around its figure.

import {make, movedIndex, targetOf} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {setGates, toggleGates} from '../changes/changes.js';
import {headName, nameOfHead} from '../numbers/heads.js';
import {kindsOf} from '../numbers/payload.js';
import {gateOf, shownPacked} from '../store/selectors.js';
import {fillSelect, followGroup} from '../widgets/controls.js';
import {walkFigure} from './figure.js';

/** @import {View} from '../types.js' */

// The switch of the large head, available in every view and with the lab closed.

/** @param {View} view */
const markGate = view => {
  const button = view.root.querySelector('[data-lab-switch]');
  const offered = Boolean(view.packed && view.server?.variant);
  if (!button) return;
  button.hidden = !offered;
  if (!offered) return;
  const {kind, layer, head} = view.choice;
  const state = gateOf(view, kind, layer, head) ?? 'on';
  button.textContent = say(view.texts, `lab.switch.${state}`);
  button.dataset.state = state;
  button.setAttribute(
    'aria-label',
    say(view.texts, `lab.switch.${state}.label`, {name: headName(view.texts, view.choice)}),
  );
};

/**
 * Also: o and u on a head of the overview.
 * @param {View} view
 */
export const wireGate = view => {
  const button = make('button', {type: 'button', class: 'gf-lab-switch', 'data-lab-switch': '', hidden: ''});
  view.root.querySelector('.gf-title').after(button);
  view.show(({lab, choice: {kind, layer, head}}) => [lab.gates, kind, layer, head], markGate);
  button.addEventListener('click', () => {
    const name = nameOfHead(view.choice);
    setGates(view, [name], view.lab.gates.has(name) ? 'on' : 'off');
  });
  view.part('kinds').addEventListener('keydown', event => {
    const tile = targetOf(event).closest('[data-tile]');
    const state = {o: 'off', u: 'uniform'}[event.key];
    if (tile && state && view.server?.variant) toggleGates(view, [tile.dataset.tile], state);
  });
};

/** @param {View} view */
const markTitle = view => {
  const {
    texts,
    choice: {kind, layer, head},
  } = view;
  const [layers, heads] = shownPacked(view).kinds[kind].shape;
  /** @param {string} name */
  const pick = name => view.find(`[data-choice="${name}"]`);
  const kinds = kindsOf(shownPacked(view));
  fillSelect(pick('kind'), texts, i => say(texts, `kind.${kinds[i]}`), kinds.length, kinds.indexOf(kind));
  fillSelect(pick('layer'), texts, i => say(texts, 'head.layer_n', {layer: i + 1}), layers, layer);
  fillSelect(pick('head'), texts, i => say(texts, 'head.head_n', {head: i + 1}), heads, head);
  const name = view.sheets[0].title;
  if (view.part('live').textContent !== name) view.part('live').textContent = name;
  view.part('figure').setAttribute('aria-label', say(texts, 'figure.label', {name}));
};

/** @param {View} view */
export const wireHead = view => {
  view.show(({sheets}) => [sheets], markTitle);
  followGroup(view, 'view');
  followGroup(view, 'rows');
  followGroup(view, 'kinds');
  for (const select of view.root.querySelectorAll('[data-choice]'))
    select.addEventListener('change', () => {
      const value = +select.value;
      const name = select.dataset.choice;
      view.change({[name]: name === 'kind' ? kindsOf(shownPacked(view))[value] : value, cell: null});
    });
  for (const group of view.root.querySelectorAll('[data-group]')) {
    const options = [...group.querySelectorAll('[data-option]')];
    const name = group.dataset.group;
    group.addEventListener('click', (/** @type {Event} */ event) => {
      const option = targetOf(event).closest('[data-option]');
      if (option) view.change({[name]: option.dataset.option, hover: null, cell: null});
    });
    group.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const index = movedIndex(
        event.key,
        options.findIndex(option => option.tabIndex === 0),
        options.length,
      );
      if (index === null) return;
      event.preventDefault();
      view.change({[name]: options[index].dataset.option, hover: null, cell: null});
      options[index].focus();
    });
  }
  view.part('range').addEventListener('input', event => view.change({step: +targetOf(event).value - 1, pin: null}));
  for (const arrow of view.root.querySelectorAll('[data-move]'))
    arrow.addEventListener('click', () => {
      const last = shownPacked(view).predicted_tokens.length - 1;
      view.change({step: clamp(view.choice.step + +arrow.dataset.move, 0, last), pin: null});
    });
  view.part('figure').addEventListener('keydown', event => walkFigure(view, event));
};
