// Words, tokens and numbers as they are shown. Text reaches the page through textContent only.

const say = (texts, key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/** "1 check", "5 checks": the catalogue holds both forms. */
const sayCount = (texts, key, count) => say(texts, `${key}.${count === 1 ? 'one' : 'many'}`, {count});

// What would not be seen, a joiner (U+200D) among it but where it joins two pictures into one.
const INVISIBLE = new RegExp([
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]',
  '(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d', '\\u200d(?!\\p{Extended_Pictographic})',
].join('|'), 'gu');
const codePoint = c => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
const visible = c => c === '\n' ? '⏎' : c === '\t' ? '⇥' : codePoint(c);

/** A token for an axis: word starts apart from the letters, nothing invisible. */
const axisToken = token => {
  const start = /^ /.test(token), rest = start ? token.slice(1) : token;
  return {start, text: (rest.slice(0, 400).replace(INVISIBLE, visible)) || (start ? '' : '·')};
};

const plainToken = token => {
  const {start, text} = axisToken(token);
  return text || (start ? '▁' : '');
};

const measuring = document.createElement('canvas').getContext('2d');
const textWidth = (text, font) => { measuring.font = font; return measuring.measureText(text).width; };

/** The longest beginning of text that fits into width pixels, with an ellipsis where it was cut. */
const shortened = (text, width, font) => {
  if (textWidth(text, font) <= width) return text;
  const letters = Array.from(text);
  let low = 0, high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(letters.slice(0, middle).join('') + '…', font) <= width) low = middle; else high = middle - 1;
  }
  return letters.slice(0, low).join('') + '…';
};

const weightText = (value, exact) => exact ? value.toFixed(4) : `≈${value.toFixed(2)}`;

/** A number with a true minus sign, and none before a zero. */
const minus = (value, digits) => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) ? `−${text}` : text;
};

/** The same with a plus sign before what is more than zero. */
const signedText = (value, digits) => `${Number(value.toFixed(digits)) > 0 ? '+' : ''}${minus(value, digits)}`;

/** A number of a sheet: exact, or ≈ to the two digits that 8 bits hold; signed ones carry their sign. */
const numberText = ({exact, signed, side, low, high}, value) => {
  const sign = signed && value > 0 ? '+' : '', digits = exact ? 4 : high - low > 2 && side !== 'difference' ? 1 : 2;
  return `${exact ? '' : '≈'}${sign}${minus(value, digits)}`;
};

const probabilityText = p => p >= 0.9995 && p < 1 ? '0.9995+' : p.toFixed(p < 0.0995 ? 4 : 3);

const powerText = (value, digits) => value === 0 ? '0' : value.toExponential(digits);

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const SPECIAL = /^<\/?s>$/;

/** Indices of tokens, grouped into what must not be torn apart at the end of a line. */
const wordGroups = tokens => {
  const groups = [];
  tokens.forEach((token, i) => {
    const before = i ? tokens[i - 1] : '';
    const apart = !i || /^\s/.test(token) || SPECIAL.test(token) || SPECIAL.test(before)
      || CJK.test(token) || CJK.test(before);
    if (apart) groups.push([i]); else groups[groups.length - 1].push(i);
  });
  return groups;
};

const PUNCTUATION = /^ *\p{P}+$/u;
// Scripts without blanks, which the tokenizer takes apart into characters; Hangul has blanks.
const CHARACTER = /^ *[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const NAMED_SPECIAL = /^\ufffd*<(?:pad|s|\/s)>$/; // broken characters before it stand in its text

/**
 * Indices of tokens, grouped into words as `core.inspection.words` does it: a blank begins a word, a character of a
 * script without blanks is one, punctuation at either end of a word stands by itself. Tokens that still wait for their
 * characters go with the one that completes them; what belongs to no word is alone.
 */
const wordsAlone = tokens => {
  const words = []; // each of pieces {tokens, text}
  let waiting = [], closed = true;
  const alone = indices => words.push(...indices.map(index => [{tokens: [index], text: ''}]));
  tokens.forEach((token, index) => {
    if (NAMED_SPECIAL.test(token)) {
      alone([...waiting, index]);
      [waiting, closed] = [[], true];
      return;
    }
    waiting.push(index);
    if (/^ *$/.test(token)) return;
    const piece = {tokens: waiting, text: waiting.map(one => tokens[one]).join('')};
    const character = CHARACTER.test(piece.text);
    if (closed || character || piece.text.startsWith(' ')) words.push([piece]);
    else words[words.length - 1].push(piece);
    [waiting, closed] = [[], character];
  });
  alone(waiting);
  return words.flatMap(word => {
    const marks = word.map(({text}) => PUNCTUATION.test(text)), first = marks.indexOf(false);
    const last = marks.lastIndexOf(false), indices = pieces => pieces.flatMap(piece => piece.tokens);
    if (first < 0) return word.map(piece => piece.tokens);
    return [...word.slice(0, first).map(piece => piece.tokens), indices(word.slice(first, last + 1)),
      ...word.slice(last + 1).map(piece => piece.tokens)];
  });
};

/** One field of a CSV line; quotes only where they are needed. */
const csvField = value => /[",\n\r]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);
