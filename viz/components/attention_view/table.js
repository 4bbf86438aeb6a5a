// One head as a table of numbers, for reading exactly and for reading aloud.

const tableFigure = (view, host) => {
  const {packed, texts, choice: {kind, rows}} = view;
  const queries = queryTokens(packed, kind, rows), keys = keyTokens(packed, kind);
  const shownToken = token => Array.from(plainToken(token)).slice(0, 32).join('');
  const heading = (token, scope) => make('th', {scope, title: token.length > 32 ? token : null}, shownToken(token));
  const corner = make('td', {class: 'gf-corner'}, say(texts, 'table.corner'));
  const cells = [];
  const body = queries.map(token => {
    const row = make('tr', {}, heading(token, 'row'));
    for (let key = 0; key < keys.length; key++) {
      const cell = make('td', {class: 'gf-number'}, document.createTextNode(''));
      cells.push(cell);
      row.append(cell);
    }
    return row;
  });
  const caption = make('caption', {class: 'gf-unseen'});
  const column = name => make('col', {class: name});
  const columns = make('colgroup', {}, column('gf-first'), ...keys.map(() => column('gf-other')));
  const head = make('thead', {}, make('tr', {}, corner, ...keys.map(token => heading(token, 'col'))));
  host.replaceChildren(make('table', {class: 'gf-table', style: `width: ${136 + 68 * keys.length}px`}, caption, columns,
    head, make('tbody', {}, ...body)));

  const draw = () => {
    caption.textContent = headName(texts, view.choice);
    cells.forEach((cell, i) => {
      cell.firstChild.data = weightText(view.values[i], view.exact);
      const share = Math.round(32 * Math.pow(view.values[i], LIFT));
      cell.style.backgroundColor = share > 1 ? `rgb(${view.colours.hues[view.choice.kind].join(' ')} / ${share}%)` : '';
    });
  };
  const mark = () => {
    const focus = focusOf(view.choice);
    body.forEach((row, i) => row.classList.toggle('gf-on', focus?.side === 'query' && focus.index === i));
  };
  return {draw, mark, svg: null, axes: null};
};
