// The place of a widget in a cell.

import {make} from '../components/shared/elements.js';
import {followWidth} from '../components/shared/watching.js';
import {followHost} from './host.js';

/** @import {Model} from './types.js' */

/**
 * The `render` of a widget's module.
 * @param {(model: Model, host: HTMLElement) => () => void} open draws the widget once the notebook has a place for it;
 *   returns what ends it
 */
export const inCell =
  open =>
  /** @param {{model: Model, el: HTMLElement}} cell */
  ({model, el}) => {
    const host = make('div', {class: 'gf-notebook'});
    host.innerHTML = model.get('html');
    el.append(host);
    const endTheme = followHost(dark => host.classList.toggle('dark', dark));
    // Notebooks have commands on single keys.
    host.addEventListener('keydown', pressed => {
      if (!pressed.ctrlKey && !pressed.metaKey) pressed.stopPropagation();
    });
    /** @type {(() => void) | null} */
    let end = null;
    followWidth(host, width => {
      if (width) end ??= open(model, host);
    });
    return () => {
      endTheme();
      end?.();
    };
  };
