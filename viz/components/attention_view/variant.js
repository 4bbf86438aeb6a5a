// A second translation beside the first: heads switched off, a forced prefix, another sentence or checkpoint.
// view.variant is null or {packed, change}; choice.side says which of the two the views show:
// "base", "variant", "difference" (variant minus base) or "both".

/** Show a second translation: the JSON string of pack(), whose `change` says what was done. */
const showVariant = (view, payload, side = 'variant') => {
  const packed = unpack(payload), step = stepOn(view, 'base');
  stopPlaying(view);
  view.variant = {
    packed, change: packed.change ?? {}, alignments: new Map(), pair: null,
    steps: alignTokens(view.packed.predicted_tokens, packed.predicted_tokens),
  };
  view.reads += 1;
  view.choice = {...view.choice, side: 'base', step, pin: null, hover: null, cell: null};
  const there = stepOn(view, 'variant');
  view.choice = {...view.choice, side, step: side === 'variant' ? there : step};
  view.refresh();
};

const dropVariant = view => {
  if (!view.variant) return;
  const step = stepOn(view, 'base');
  stopPlaying(view);
  view.variant = null;
  view.reads += 1;
  view.choice = {...view.choice, side: 'base', step, pin: null, hover: null, cell: null};
  view.refresh();
};

/** The translation that steps and tokens belong to: the second one only where it is shown alone. */
const shownPacked = view => view.choice.side === 'variant' && view.variant ? view.variant.packed : view.packed;

/**
 * The current step as a step of the base or of the variant. A step without a counterpart goes to one nearby; the last
 * such pair is remembered, so that who goes there and back ends where the way began.
 */
const stepOn = (view, side) => {
  const {variant, packed, choice: {step, side: shown}} = view, own = shown === 'variant' ? 'variant' : 'base';
  if (!variant || side === own) return step;
  const {steps: {forward, back}, pair} = variant, last = packed.predicted_tokens.length - 1;
  if (side === 'base') return pair?.variant === step ? pair.base : clamp(nearestAligned(back, step), 0, last);
  const there = clamp(nearestAligned(forward, step), 0, variant.packed.predicted_tokens.length - 1);
  variant.pair = {base: step, variant: there};
  return there;
};

const SAID_HEADS = 4; // more are counted

const headNames = (texts, heads) => heads.length > SAID_HEADS
  ? sayCount(texts, 'change.heads', heads.length)
  : heads.map(([kind, layer, head]) => say(texts, 'change.head',
    {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1})).join(', ');

/** What was done, in sentences. */
const changeWords = view => {
  const {texts, variant: {packed, change}} = view, told = [], short = token => plainToken(String(token)).slice(0, 40);
  const {off = [], uniform = [], edits = [], prefix = [], same, text, checkpoint, rank, beam_size, alpha} = change;
  if (text) told.push(say(texts, 'change.text', {text: String(packed.source).slice(0, 120)}));
  if (checkpoint) told.push(say(texts, 'change.checkpoint', {name: packed.checkpoint || String(checkpoint)}));
  if ((beam_size ?? alpha ?? null) !== null)
    told.push(say(texts, 'change.search', {beam: packed.decoding?.beam_size, alpha: packed.decoding?.alpha}));
  if (off.length) told.push(say(texts, 'change.off', {heads: headNames(texts, off)}));
  if (uniform.length) told.push(say(texts, 'change.uniform', {heads: headNames(texts, uniform)}));
  for (const {kind, layer, head, query} of edits.slice(0, SAID_HEADS)) told.push(say(texts, 'change.edit', {
    head: headNames(texts, [[kind, layer, head]]),
    token: short(queryTokens(packed, kind, 'predicted')[query] ?? query + 1),
  }));
  if (prefix.length) told.push(say(texts, 'change.prefix',
    {tokens: packed.predicted_tokens.slice(0, prefix.length).join('').trim().slice(0, 120)}));
  if (same) told.push(say(texts, 'change.same'));
  if (rank) told.push(say(texts, 'change.rank', {rank: rank + 1}));
  return told.length ? told : [say(texts, 'change.other')];
};

const logOf = p => Math.log(Math.max(p, 1e-30)); // a probability that was rounded to 0 still has some logarithm

/** Log-probability of each token of the variant minus that of its counterpart; null where it has none. */
const logProbDifferences = ({packed, variant}) => Array.from(variant.steps.back, (base, i) =>
  base < 0 ? null : logOf(variant.packed.probabilities[i]) - logOf(packed.probabilities[base]));

const logProbTotal = packed => packed.probabilities.reduce((sum, p) => sum + logOf(p), 0);

const variantTip = (view, index) => {
  const {texts, variant} = view, difference = logProbDifferences(view)[index];
  const p = variant.packed.probabilities[index].toFixed(4);
  if (difference === null) return say(texts, 'variant.tip.new', {p});
  return say(texts, 'variant.tip', {p, difference: signedText(difference, 3)});
};

const DIFFERENCE_FULL = 1; // nats: a bar as long as half a token, a probability e times as large or as small

const variantToken = (view, index, difference) => {
  const {texts, variant: {packed}} = view, token = packed.predicted_tokens[index];
  const bar = make('i', {class: 'gf-fill'}), track = make('span', {class: 'gf-track gf-diverging'}, bar);
  if (difference !== null) {
    const share = 50 * clamp(Math.abs(difference) / DIFFERENCE_FULL, difference ? 0.02 : 0, 1);
    bar.style.width = `${share}%`;
    bar.style.left = `${difference < 0 ? 50 - share : 50}%`;
    track.dataset.sign = difference < 0 ? 'less' : 'more';
  }
  const label = make('span', {class: 'gf-letters'}, plainToken(token));
  const button = make('button', {
    type: 'button', class: 'gf-token', 'data-step': index, tabindex: -1, 'data-changed': String(difference === null),
    'aria-label': say(texts, 'variant.token', {
      step: index + 1, token: plainToken(token), told: variantTip(view, index),
    }), title: token.length > 24 ? token : null,
  }, label, track);
  if (SPECIAL.test(token)) button.classList.add('gf-special');
  return button;
};

/** The bar over the second translation, and the second translation as a strip of its own. */
const drawVariant = view => {
  const {texts, variant} = view, host = view.part('variant');
  host.hidden = !variant;
  if (!variant) return;
  view.part('change').textContent = changeWords(view).join(' ');
  markGroup(view, 'side', view.choice.side);
  const tokens = variant.packed.predicted_tokens, differences = logProbDifferences(view);
  view.part('variant-words').replaceChildren(...wordsOf(tokens, index => variantToken(view, index,
    differences[index])));
  const difference = logProbTotal(variant.packed) - logProbTotal(view.packed);
  const base = view.packed.predicted_tokens, same = base.length === tokens.length
    && base.every((t, i) => t === tokens[i]);
  view.part('variant-total').textContent = [
    say(texts, same ? 'variant.same_tokens' : 'variant.other_tokens',
      {count: differences.filter(d => d === null).length}),
    say(texts, 'variant.total', {difference: signedText(difference, 3), before: signedText(logProbTotal(view.packed), 3),
      after: signedText(logProbTotal(variant.packed), 3)}),
  ].join(' ');
  for (const button of view.part('words').querySelectorAll('[data-step]'))
    button.dataset.changed = String(variant.steps.forward[+button.dataset.step] < 0);
};

const markVariant = view => {
  if (!view.variant) return;
  markTokens(view.part('variant-words'), stepOn(view, 'variant'), stepOn(view, 'variant'), view.choice.grow);
};

const wireVariant = view => {
  const words = view.part('variant-words'), at = event => event.target.closest('[data-step]');
  view.part('drop').addEventListener('click', () => dropVariant(view));
  const show = step => {
    const {side} = view.choice;
    if (side === 'base') view.change({side: 'variant', step, pin: null});
    else if (side === 'variant') view.change({step, pin: null});
    else view.change({step: clamp(nearestAligned(view.variant.steps.back, step), 0,
      view.packed.predicted_tokens.length - 1), pin: null});
  };
  words.addEventListener('click', event => at(event) && show(+at(event).dataset.step));
  words.addEventListener('keydown', event => {
    const count = view.variant.packed.predicted_tokens.length, now = +(at(event)?.dataset.step ?? 0);
    const step = movedIndex(event.key, now, count);
    if (step === null) return;
    event.preventDefault();
    show(step);
    words.querySelector(`[data-step="${step}"]`).focus();
  });
  const tell = node => { if (node) showTip(view, node, variantTip(view, +node.dataset.step)); };
  words.addEventListener('pointerover', event => tell(at(event)));
  words.addEventListener('pointerleave', () => hideTip(view));
  words.addEventListener('focusin', event => tell(event.target.matches(':focus-visible') ? at(event) : null));
  words.addEventListener('focusout', () => hideTip(view));
};
