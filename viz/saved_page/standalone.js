// The saved page: one translation, its attention, and the answers of the server that were on the page.

import {openView} from './opened.js';

export const opened = openView();
