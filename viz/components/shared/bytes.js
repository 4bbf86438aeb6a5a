// Bytes sent as base64, and bytes as text.

/** @param {string} base64 */
export const bytesOf = base64 => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};

const PART = 8192; // bytes at a time: the arguments of one call

/** @param {Uint8Array} bytes */
export const base64Of = bytes => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART)
    text += String.fromCharCode(...bytes.subarray(from, from + PART));
  return btoa(text);
};

const strict = new TextDecoder('utf-8', {ignoreBOM: true, fatal: true});

/** @param {number} first byte of a character */
const lengthOf = first => [0x80, 0xe0, 0xf0].filter(least => first >= least).length + 1;

/**
 * The character that begins at a place; empty where the bytes are not one.
 * @param {Uint8Array} bytes
 * @param {number} from
 */
const characterAt = (bytes, from) => {
  try {
    return strict.decode(bytes.subarray(from, from + lengthOf(bytes[from])));
  } catch {
    return '';
  }
};

/** @param {number} byte */
const hexadecimal = byte => byte.toString(16).toUpperCase().padStart(2, '0');

/**
 * The text of each token of a text: a character spread over several tokens belongs to the one that completes it, and
 * bytes that belong to no whole character are shown in hexadecimal, as ‹E4 BD›.
 * @param {Uint8Array[]} tokens
 */
export const textsOf = tokens => {
  const bytes = Uint8Array.from(tokens.flatMap(token => [...token]));
  const pieces = tokens.map(() => '');
  for (let place = 0, token = 0, end = tokens[0]?.length; place < bytes.length;) {
    const character = characterAt(bytes, place);
    const length = character ? lengthOf(bytes[place]) : 1;
    while (end < place + length) end += tokens[++token].length;
    pieces[token] += character || `‹${hexadecimal(bytes[place])}›`;
    place += length;
  }
  return pieces.map(piece => piece.replace(/›‹/g, ' '));
};

/**
 * Texts of tokens, each shown alone, as they are shown one after the other.
 * @param {string[]} pieces
 */
export const joinedTexts = pieces =>
  textsOf(
    pieces.map(piece =>
      Uint8Array.from(
        piece.split(/(‹[0-9A-F]{2}(?: [0-9A-F]{2})*›)/).flatMap((part, i) =>
          i % 2
            ? part
                .slice(1, -1)
                .split(' ')
                .map(byte => parseInt(byte, 16))
            : [...new TextEncoder().encode(part)],
        ),
      ),
    ),
  );
