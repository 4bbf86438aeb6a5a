// Bytes sent as base64.

/** @param {string} base64 */
export const bytesOf = base64 => {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};
