// One lab of "Inside the maths" in a cell of a notebook.

import {startBench} from '../components/maths/bench.js';
import {inCell} from './cell.js';
import {kernelOf, kernelServer} from './kernel.js';

/** @import {Part} from '../components/shared/types.js' */

/**
 * The `render` of a lab's widget.
 * @param {any} lab
 */
export const renderOf = lab =>
  inCell((model, host) => {
    const facts = JSON.parse(model.get('payload'));
    const kernel = kernelOf(model);
    const element = /** @type {Part} */ (host.querySelector('.gf-alone'));
    const server = kernelServer(model, kernel, [facts.id]);
    const bench = startBench({element, server, labs: [lab], texts: JSON.parse(model.get('texts')), facts});
    element.querySelector('[data-part=body]').hidden = false;
    bench.take({});
    bench.openNamed(lab.name);
    return kernel.end;
  });
