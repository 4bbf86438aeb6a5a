// The switch of the large head, available in every view and with the lab closed.

import {make, targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {nameOfHead} from '../numbers/heads.js';
import {headName} from '../numbers/names.js';
import {gateOf} from '../store/selectors.js';
import {setGates, toggleGates} from '../changes/changes.js';

/** @import {View} from '../types.js' */

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
