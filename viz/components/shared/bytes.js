// Bytes sent as base64.

/** @param {string} base64 */
export const bytesOf = base64 => {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};

const PART = 8192; // bytes at a time: the arguments of one call

/** @param {Uint8Array} bytes */
export const base64Of = bytes => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) text += String.fromCharCode(...bytes.subarray(from, from + PART));
  return btoa(text);
};
