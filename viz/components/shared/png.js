// Text in a PNG file.

const HEADER = 33; // bytes of the signature and of the first chunk, after which others may come

/** @param {Uint8Array} bytes */
const checksum = bytes => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

/**
 * The same picture with a comment.
 * @param {Uint8Array} png
 * @param {string} comment in ASCII
 */
export const withComment = (png, comment) => {
  const data = Uint8Array.from(`tEXtComment\0${comment}`, letter => letter.charCodeAt(0));
  const found = new Uint8Array(png.length + data.length + 8), numbers = new DataView(found.buffer);
  found.set(png.subarray(0, HEADER));
  numbers.setUint32(HEADER, data.length - 4);
  found.set(data, HEADER + 4);
  numbers.setUint32(HEADER + 4 + data.length, checksum(data));
  found.set(png.subarray(HEADER), HEADER + 8 + data.length);
  return found;
};
