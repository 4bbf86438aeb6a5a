// Opens a page that is packed in the frame of a notebook: deflated, in base64.

import {bytesOf} from '../components/shared/bytes.js';
import {inflated} from '../components/shared/engine/archive.js';

const open = async () => {
  const packed = document.getElementById('page')?.textContent ?? '';
  const page = new TextDecoder().decode(await inflated(bytesOf(packed)));
  document.open();
  document.write(page);
  document.close();
};

export const opening = open();
