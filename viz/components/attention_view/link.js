// A link that brings back what is shown: text, checkpoint and decoding (read by the server), and the view (read here).
// Layers, heads and steps count from 1, as on the page.

const ONE_OF = {
  kind: KINDS, view: ['lines', 'matrix', 'table'], rows: ['predicted', 'read'],
  combine: ['one', 'overlay', 'mean', 'max'], lens: LENSES,
};
const SIDES = ['base', 'variant', 'difference', 'both'];

/** Heads as short as a link can say them: c.3.1,e.1.2. */
const headsInLink = heads => heads.map(([kind, layer, head]) => `${kind[0]}.${layer + 1}.${head + 1}`).join(',');

/** A second translation of which heads off and heads uniform are all that a link would have to say. */
const isLinkedChange = ({off = [], uniform = [], edits = [], prefix = [], text, checkpoint, rank, beam_size, alpha}) =>
  off.length + uniform.length > 0 && !edits.length && !prefix.length && !rank
  && [text, checkpoint, beam_size, alpha].every(value => (value ?? null) === null);

/** The query string of what is shown; only what differs from how a page begins is named, but for the head. */
const viewQuery = view => {
  const {packed, choice} = view, query = new URLSearchParams(), {decoding} = packed;
  const put = (name, value, usual) => {
    if (value !== usual && value !== null && value !== undefined) query.set(name, value);
  };
  put('text', packed.source);
  put('checkpoint', packed.checkpoint, '');
  put('beam', decoding?.beam_size);
  put('alpha', decoding?.alpha);
  for (const name of ['kind', 'view']) query.set(name, choice[name]);
  query.set('layer', choice.layer + 1);
  query.set('head', choice.head + 1);
  query.set('step', stepOn(view, 'base') + 1);
  put('rows', choice.rows, 'predicted');
  put('lens', choice.lens, 'weights');
  put('combine', choice.combine, 'one');
  const heads = choice.heads.map(name => {
    const {kind, layer, head} = headOfName(name);
    return `${kind}.${layer + 1}.${head + 1}`;
  });
  put('heads', heads.join(' '), '');
  put('words', choice.words ? 1 : 0, 0);
  put('specials', choice.specials ? 1 : 0, 1);
  put('mass', choice.mass, 1);
  put('grow', choice.grow ? 1 : 0, 0);
  put('bench', choice.bench);
  if (view.variant && isLinkedChange(view.variant.change)) {
    const {off = [], uniform = [], same} = view.variant.change;
    put('off', headsInLink(off), '');
    put('uniform', headsInLink(uniform), '');
    put('same', same ? 1 : 0, 0);
    query.set('side', choice.side);
  }
  return query.toString();
};

/** Where the page is reached by others: a Space shows it in a frame, whose own address says nothing. */
const viewLink = view => {
  const {host} = view.props, own = location.origin + location.pathname;
  const base = /^[a-z0-9][a-z0-9.-]*$/i.test(host ?? '') ? `https://${host}/` : own;
  return `${base}?${viewQuery(view)}`;
};

/** The choices that a link asks for, each within its bounds; anything else is left out. Anyone can write a link. */
const linkedChoice = (text, packed) => {
  let asked = null;
  try { asked = JSON.parse(text); } catch { return {}; }
  if (!asked || typeof asked !== 'object' || Array.isArray(asked)) return {};
  const choice = {}, plain = ['string', 'number', 'boolean'];
  const given = name => Object.hasOwn(asked, name) && plain.includes(typeof asked[name]);
  for (const [name, allowed] of Object.entries(ONE_OF))
    if (given(name) && allowed.includes(asked[name])) choice[name] = asked[name];
  const whole = (name, most) => {
    if (given(name) && /^\d{1,4}$/.test(String(asked[name]))) choice[name] = clamp(+asked[name], 1, most) - 1;
  };
  const [layers, heads] = packed.kinds[choice.kind ?? 'cross'].shape;
  whole('layer', layers);
  whole('head', heads);
  whole('step', packed.predicted_tokens.length);
  for (const name of ['words', 'specials', 'grow'])
    if (given(name) && /^(0|1|true|false)$/.test(asked[name])) choice[name] = /^(1|true)$/.test(asked[name]);
  if (given('mass') && Number.isFinite(+asked.mass)) choice.mass = clamp(+asked.mass, LEAST_MASS, 1);
  if (given('bench') && PANELS.some(panel => panel.name === asked.bench)) choice.bench = asked.bench;
  if (given('heads')) choice.heads = [...new Set(String(asked.heads).slice(0, 20000).split(/[\s,]+/).flatMap(name => {
    const [, kind, layer, head] = /^(encoder|decoder|cross)\.(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
    const [most, each] = kind ? packed.kinds[kind].shape : [0, 0];
    const within = +layer >= 1 && +layer <= most && +head >= 1 && +head <= each;
    return within ? [nameOfHead({kind, layer: layer - 1, head: head - 1})] : [];
  }))];
  return choice;
};

/** The heads that a link changes, and how; null where it changes none. The server has checked that there are such. */
const linkedChange = text => {
  let asked = null;
  try { asked = JSON.parse(text); } catch { return null; }
  const heads = name => Array.isArray(asked?.[name]) ? asked[name].filter(Array.isArray) : [];
  const [off, uniform] = [heads('off'), heads('uniform')];
  if (!off.length && !uniform.length) return null;
  return {off, uniform, same: /^(1|true)$/.test(asked.same), side: SIDES.includes(asked.side) ? asked.side : 'variant'};
};

/** Once, at the first translation: what the link says about the view. */
const restoreLink = view => {
  if (view.linked || !view.props.restore) return;
  view.linked = true;
  const choice = linkedChoice(view.props.restore, view.packed), {lens_values: lenses} = view.server ?? {};
  if (choice.lens && !lenses) delete choice.lens;
  if ('kind' in choice && !('layer' in choice)) choice.layer = 0; // the best head is one of cross-attention
  view.choice = {...view.choice, ...choice};
  const change = linkedChange(view.props.restore);
  if (change && view.server?.variant) changeLab(view, change);
};

const copyLink = async view => {
  const link = viewLink(view), status = view.part('link-status'), field = view.part('link-text');
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = say(view.texts,
      view.variant && !isLinkedChange(view.variant.change) ? 'link.copied.base' : 'link.copied');
    field.hidden = true;
  } catch { // no permission, or no clipboard on an address without https: the link is shown, chosen, to be copied
    status.textContent = say(view.texts, 'link.shown');
    field.hidden = false;
    field.value = link;
    field.select();
  }
  clearTimeout(view.linkTimer);
  view.linkTimer = setTimeout(() => { status.textContent = ''; }, 4000);
};

const drawLink = view => {
  view.part('link').hidden = location.protocol === 'file:'; // a saved file has no address of its own
  view.part('link-text').hidden = true;
};

const wireLink = view => {
  view.part('link').addEventListener('click', () => copyLink(view));
  view.part('link-text').addEventListener('blur', event => { event.target.hidden = true; });
};
