// Words, tokens and numbers as they are shown. Text reaches the page through textContent only.

const say = (texts, key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/** "1 check", "5 checks": the catalogue holds both forms. */
const sayCount = (texts, key, count) => say(texts, `${key}.${count === 1 ? 'one' : 'many'}`, {count});

const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
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

/** A number of a sheet: exact, or ≈ to the two digits that 8 bits hold; signed ones carry their sign. */
const numberText = ({exact, signed, side, low, high}, value) => {
  const sign = signed && value > 0 ? '+' : '', digits = high - low > 2 && side !== 'difference' ? 1 : 2;
  const minus = text => text.replace('-', '−');
  return exact ? minus(sign + value.toFixed(4)) : minus(`≈${sign}${value.toFixed(digits)}`);
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

const PUNCTUATION = /^\p{P}+$/u;

/** Indices of tokens, grouped into words: as above, but punctuation at the end of a word stands by itself. */
const wordsAlone = tokens => wordGroups(tokens).flatMap(group => {
  let end = group.length;
  while (end > 1 && PUNCTUATION.test(tokens[group[end - 1]])) end--;
  return [group.slice(0, end), ...group.slice(end).map(index => [index])];
});

/** One field of a CSV line; quotes only where they are needed. */
const csvField = value => /[",\n\r]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);
