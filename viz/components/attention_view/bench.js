// The panels below the views, one open at a time. A panel is a module with
//   build(view, host), once, when it is first opened;
//   draw(view, host), when it is opened, and after a change of translation, language or colours;
//   mark(view, host, before), after each change of the choices, the lab or the numbers, with those before it.

import {focusedNear, make, movedIndex, showFromTop, targetOf} from '../shared/elements.js';
import {say} from '../shared/text.js';
import {offeredPanels, openPanelName} from './store/selectors.js';
import * as catalogue from './catalogue/catalogue.js';
import * as closeUp from './close_up/close_up.js';
import * as compare from './compare/compare.js';
import * as lab from './lab/lab.js';
import * as tree from './tree/tree.js';

/** @import {PanelState, Part, View} from './types.js' */

/** @type {Record<string, Record<'build' | 'draw' | 'mark', (view: View, host: Part, before: PanelState) => void>>} */
const PANELS = {tree, lab, close_up: closeUp, catalogue, compare};

/**
 * The tabs, and the place of the panel that is open.
 * @param {View} view
 */
const drawTabs = view => {
  const {
    texts,
    choice: {bench},
  } = view;
  const names = offeredPanels(view);
  const tabs = view.part('bench-tabs');
  view.part('deeper').hidden = !view.packed || !names.length;
  const focused = names.find(name => tabs.querySelector(`[data-bench="${name}"]`) === focusedNear(tabs));
  tabs.replaceChildren(
    ...names.map((name, i) =>
      make(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: 'gf-bench-tab',
          'data-bench': name,
          'aria-selected': String(name === bench),
          tabindex: name === bench || (!openPanelName(view) && !i) ? 0 : -1,
          'data-explain': 'bench',
          'aria-description': say(texts, `bench.${name}.question`),
        },
        say(texts, `bench.${name}`),
      ),
    ),
  );
  if (focused) tabs.querySelector(`[data-bench="${focused}"]`)?.focus({preventScroll: true});
  view.part('time-travel').textContent = say(texts, 'bench.time');
  view.part('time-travel').setAttribute('aria-description', say(texts, 'bench.time.question'));
  view.part('time-travel').hidden = !timeTravel()?.offsetParent;
  const open = openPanelName(view);
  const host = view.part('bench');
  host.hidden = !open;
  view.find('.gf-bench').hidden = !open;
  if (!open || !view.packed) return;
  host.setAttribute('aria-label', say(texts, `bench.${open}`));
  view
    .part('bench-heading')
    .replaceChildren(
      make('span', {}, say(texts, `bench.${open}`)),
      make('span', {class: 'gf-hint'}, say(texts, `bench.${open}.question`)),
    );
};

/** @param {View} view */
const drawPanel = view => {
  const open = openPanelName(view);
  const host = view.part('bench');
  if (!open || !view.packed) return;
  let own = host.querySelector(`:scope > [data-panel-of="${open}"]`);
  if (!own) {
    own = make('div', {'data-panel-of': open, class: `gf-panel-of gf-${open}`});
    host.append(own);
    PANELS[open].build(view, own, view);
  }
  for (const node of host.children) node.hidden = node !== own;
  PANELS[open].draw(view, own, view);
};

/**
 * @param {View} view
 * @param {PanelState} before
 */
const markBench = (view, before) => {
  const open = openPanelName(view);
  const own = open && view.part('bench').querySelector(`[data-panel-of="${open}"]`);
  if (own) PANELS[open].mark(view, own, before);
};

const timeTravel = () => /** @type {HTMLElement | null} */ (document.querySelector('#learned'));

/** Open the section of the page below this view; its content arrives later. */
const openTimeTravel = () => {
  const section = timeTravel();
  const button = section?.querySelector('button');
  if (!section || !button) return;
  if (!button.classList.contains('open')) button.click();
  showFromTop(section);
};

/** @param {View} view */
export const wireBench = view => {
  view.subscribe(
    ({packed, texts, width, stage, choice: {bench}}) => [packed, texts, width, stage, bench],
    () => {
      if (view.packed && view.width > 0) drawTabs(view);
    },
  );
  view.show(
    ({choice, lab, arrivals}) => [choice.bench, choice, lab, arrivals],
    (_, before) => {
      if (!before || before[0] !== view.look || before[1] !== view.choice.bench) drawPanel(view);
      else markBench(view, {choice: before[2], lab: before[3], arrivals: before[4]});
    },
  );
  const tabs = view.part('bench-tabs');
  /** @param {string} name */
  const choose = name => {
    view.change({bench: name === view.choice.bench ? null : name});
    if (view.choice.bench) showFromTop(view.find('.gf-bench'));
  };
  tabs.addEventListener('click', event => {
    const tab = targetOf(event).closest('[data-bench]');
    if (tab) choose(tab.dataset.bench);
  });
  view.part('time-travel').addEventListener('click', () => openTimeTravel());
  tabs.addEventListener('keydown', event => {
    const nodes = [...tabs.children];
    const index = movedIndex(event.key, nodes.indexOf(focusedNear(tabs)), nodes.length);
    if (index === null) return;
    event.preventDefault();
    nodes[index].focus();
  });
};
