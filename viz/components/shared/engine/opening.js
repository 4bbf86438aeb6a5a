// The engine for a model's file: what a page loads, or carries.

import {readArchive} from './archive.js';
import {EngineService} from './service.js';

/** @import {Lens} from './types.js' */

/**
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {Lens[]} lenses that a translation is offered with
 */
export const openEngine = async (archive, lenses) => new EngineService(await readArchive(archive), lenses);
