// The temperature of the next-token probabilities: the server sends what they are divided by, once per translation.

import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {ask, stillShown} from '../server/ask.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Packed, View} from '../types.js' */

/**
 * A probability at a temperature; null while what it is divided by is not known.
 * @param {Packed} packed
 * @param {number} step
 * @param {number} temperature
 * @returns {((probability: number) => number) | null}
 */
export const temperedBy = ({tempered}, step, temperature) => {
  if (temperature === 1) return probability => probability;
  const place = tempered?.temperatures.findIndex(one => Math.abs(one - temperature) < 1e-6) ?? -1;
  const sum = place < 0 ? undefined : tempered?.sums[place]?.[step];
  if (typeof sum !== 'number') return null;
  return probability => (probability > 0 ? clamp(Math.exp(Math.log(probability) / temperature - sum), 0, 1) : 0);
};

/** @param {View} view */
export const hasTemperature = view => Boolean(view.server?.temperatures);

/**
 * Ask for the sums of the translation that is shown.
 * @param {View} view
 */
const fetchSums = async view => {
  const packed = shownPacked(view);
  if (packed.tempered || packed.asked.has('temperatures')) return;
  packed.asked.add('temperatures');
  const reply = await ask(view, 'temperatures', {id: packed.id});
  packed.asked.delete('temperatures');
  if (reply?.sums) packed.tempered = reply;
  if (!stillShown(view, packed)) return;
  if (!packed.tempered) view.set({temperature: 1});
  view.set({arrivals: view.arrivals + 1});
};

/**
 * The control, with the whole list of tokens or where it changes their probabilities.
 * @param {View} view
 * @param {boolean} isWhole
 */
export const drawTemperature = (view, isWhole) => {
  const {temperature, texts} = view;
  const host = view.part('temperature');
  host.hidden = !hasTemperature(view) || (!isWhole && temperature === 1);
  const range = view.part('temperature-range');
  range.value = String(temperature);
  range.style.setProperty('--done', `${(100 * (temperature - 0.1)) / 1.9}%`);
  view.part('temperature-number').textContent = temperature.toFixed(1);
  view.part('temperature-note').textContent = temperature === 1 ? '' : say(texts, 'next.temperature.note');
  if (temperature !== 1) fetchSums(view);
};

/** @param {View} view */
export const wireTemperature = view => {
  const range = view.part('temperature-range');
  range.addEventListener('input', () => view.set({temperature: Number(range.value)}));
};
