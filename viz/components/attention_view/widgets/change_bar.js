// The change of one token's log-probability as a bar from the centre: less likely to the left, more likely to the
// right.

import {make} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';

/**
 * @param {number | null} difference in nats; null without a counterpart
 * @param {number} full the difference of the longest bar
 */
export const changeBar = (difference, full) => {
  const fill = make('i', {class: 'gf-fill'});
  const track = make('span', {class: 'gf-track gf-diverging'}, fill);
  if (difference === null) return track;
  const share = 50 * clamp(Math.abs(difference) / full, difference ? 0.02 : 0, 1);
  fill.style.width = `${share}%`;
  fill.style.left = `${difference < 0 ? 50 - share : 50}%`;
  track.dataset.sign = difference < 0 ? 'less' : 'more';
  return track;
};
