// Words with formulas: the server sends each formula as MathML.

const MARKED = /(<math[\s\S]*?<\/math>)/;
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Text and formulas as nodes; what is not well-formed MathML stays text.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
export const withFormulas = words =>
  words
    .split(MARKED)
    .filter(Boolean)
    .map(part => {
      if (!part.startsWith('<math')) return part;
      const {documentElement: found} = new DOMParser().parseFromString(part, 'application/xml');
      return found.namespaceURI === MATHML ? document.importNode(found, true) : part;
    });
