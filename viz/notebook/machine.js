// Figure 1 with the numbers of a translation, in a cell of a notebook.

import {mount} from '../components/machine/index.js';
import {holdAddress} from '../components/shared/address.js';
import {publishShown} from '../components/shared/watching.js';
import {watchedProps} from '../saved_page/substitute.js';
import {inCell} from './cell.js';
import {kernelOf, kernelServer} from './kernel.js';

/** @import {Part} from '../components/shared/types.js' */

export const render = inCell((model, host) => {
  const payload = JSON.parse(model.get('payload'));
  const kernel = kernelOf(model);
  holdAddress();
  publishShown(payload);
  mount({
    element: /** @type {Part} */ (host.querySelector('.gf-alone')),
    ...watchedProps({texts: model.get('texts')}),
    server: kernelServer(model, kernel, [payload.id]),
    trigger: () => {},
  });
  return kernel.end;
});
