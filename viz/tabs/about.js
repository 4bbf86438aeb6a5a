// The chosen model in a few lines, and the text of its card.

/**
 * Draw the lines of the chosen model, as text: each a name and words.
 * @param {HTMLElement} element
 * @param {{value?: string}} props
 * @param {(name: string, draw: () => void) => void} watch
 */
export const drawCardRows = (element, props, watch) => {
  const draw = () => {
    const rows = /** @type {[string, string][]} */ (JSON.parse(props.value || '[]'));
    element.querySelector('dl')?.replaceChildren(
      ...rows.map(([name, words]) => {
        const row = document.createElement('div');
        for (const [tag, text] of [
          ['dt', name],
          ['dd', words],
        ])
          row.appendChild(document.createElement(tag)).textContent = text;
        return row;
      }),
    );
  };
  watch('value', draw);
  draw();
};

/** Keep the words of commands whole where a line ends: a browser breaks "--run-folder" after a hyphen. */
export const wholeWords = () => {
  const LONGEST = 30; // letters that also fit a phone's line; longer words may be broken
  /** @param {Text} text */
  const wrap = text => {
    const parts = text.data.split(/(\s+)/);
    if (!parts.some(part => part.includes('-') && part.length <= LONGEST)) return;
    text.replaceWith(
      ...parts.map(part => {
        if (!part.includes('-') || part.length > LONGEST) return part;
        const word = document.createElement('span');
        word.className = 'gf-whole';
        word.textContent = part;
        return word;
      }),
    );
  };
  /** @param {Element} card */
  const wrapAll = card => {
    for (const code of card.querySelectorAll('code')) {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
      for (const text of texts) if (!text.parentElement?.closest('.gf-whole')) wrap(text);
    }
  };
  /** @param {number} tries */
  const follow = tries => {
    const card = document.querySelector('#model-card');
    if (!card) {
      if (tries) setTimeout(() => follow(tries - 1), 500);
      return;
    }
    new MutationObserver(() => wrapAll(card)).observe(card, {childList: true, subtree: true});
    wrapAll(card);
  };
  follow(100);
};
