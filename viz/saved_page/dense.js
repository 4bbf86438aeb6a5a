// Bytes as text in UTF-16, two in each code unit: viz/saved_page/dense.py writes them so. Units that a page cannot hold as they
// are (half of a surrogate pair, NUL, a carriage return, "<", the mark itself) follow a mark with one bit changed.

const MARK = 1, CHANGED = 0x4000;

/**
 * @param {string} text
 * @param {number} count of bytes
 */
export const bytesOfDense = (text, count) => {
  const units = new Uint16Array((count + 1) >> 1);
  for (let from = 0, to = 0; to < units.length; from++, to++) {
    const unit = text.charCodeAt(from);
    units[to] = unit === MARK ? text.charCodeAt(from += 1) ^ CHANGED : unit;
  }
  return new Uint8Array(units.buffer, 0, count);
};
