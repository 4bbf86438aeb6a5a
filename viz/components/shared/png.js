// Chunks of a PNG file: text, and the size of its pixels in print.

const HEADER = 33; // bytes of the signature and of the first chunk, after which others may come

const INCH = 0.0254; // metres

/** @param {Uint8Array} bytes */
const checksum = bytes => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

/**
 * @param {string} name four letters
 * @param {Uint8Array} data
 */
export const pngChunk = (name, data) => {
  const chunk = new Uint8Array(data.length + 12);
  const numbers = new DataView(chunk.buffer);
  numbers.setUint32(0, data.length);
  chunk.set(
    Uint8Array.from(name, letter => letter.charCodeAt(0)),
    4,
  );
  chunk.set(data, 8);
  numbers.setUint32(data.length + 8, checksum(chunk.subarray(4, data.length + 8)));
  return chunk;
};

/**
 * @param {Uint8Array} png
 * @param {Uint8Array} chunk
 */
const withChunk = (png, chunk) => {
  const found = new Uint8Array(png.length + chunk.length);
  found.set(png.subarray(0, HEADER));
  found.set(chunk, HEADER);
  found.set(png.subarray(HEADER), HEADER + chunk.length);
  return found;
};

/**
 * The same picture with a comment.
 * @param {Uint8Array} png
 * @param {string} comment in ASCII
 */
export const withComment = (png, comment) =>
  withChunk(
    png,
    pngChunk(
      'tEXt',
      Uint8Array.from(`Comment\0${comment}`, letter => letter.charCodeAt(0)),
    ),
  );

/**
 * The same picture with its size in print.
 * @param {Uint8Array} png
 * @param {number} dpi pixels per inch
 */
export const withDensity = (png, dpi) => {
  const data = new DataView(new ArrayBuffer(9));
  const perMetre = Math.round(dpi / INCH);
  data.setUint32(0, perMetre);
  data.setUint32(4, perMetre);
  data.setUint8(8, 1); // the unit is the metre
  return withChunk(png, pngChunk('pHYs', new Uint8Array(data.buffer)));
};
