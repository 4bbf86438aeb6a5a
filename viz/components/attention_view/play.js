// The translation made again token by token: a step every 700 ms, rows and tokens that do not exist yet left out.

const PLAY_EVERY = 700; // milliseconds a step: long enough to read one row

const drawPlay = view => {
  const playing = view.playing !== null, button = view.part('play');
  button.textContent = playing ? '❚❚' : '▶';
  button.setAttribute('aria-label', say(view.texts, playing ? 'play.pause' : 'play.start'));
  button.title = say(view.texts, playing ? 'play.pause.hint' : 'play.hint');
  button.setAttribute('aria-pressed', String(playing));
  view.root.dataset.playing = playing;
};

/** Stop; at the end of the translation every row is there, and growth is what it was before. A pause keeps it. */
const stopPlaying = (view, ended = false) => {
  if (view.playing === null) return;
  clearInterval(view.playing.timer);
  const {grew} = view.playing;
  view.paused = ended ? null : {grew};
  view.playing = null;
  drawPlay(view);
  if (ended) view.change({grow: grew});
};

const startPlaying = view => {
  if (!view.packed || view.playing !== null) return;
  const last = () => shownPacked(view).predicted_tokens.length - 1;
  const timer = setInterval(() => {
    const {step} = view.choice;
    if (!view.root.isConnected) { clearInterval(timer); return; }
    if (step < last()) view.change({step: step + 1, pin: null});
    if (view.choice.step >= last()) stopPlaying(view, true);
  }, PLAY_EVERY);
  const {grow} = view.choice;
  view.playing = {timer, grew: grow && view.paused ? view.paused.grew : grow};
  drawPlay(view);
  view.change({grow: true, step: view.choice.step >= last() ? 0 : view.choice.step, pin: null, hover: null,
    cell: null});
};

const togglePlaying = view => view.playing === null ? startPlaying(view) : stopPlaying(view);

/** A layer on or back, from the strip, the scrubber and the figure. */
const walkLayers = (view, event) => {
  const by = {PageUp: -1, PageDown: 1}[event.key];
  if (!by || !view.packed) return;
  event.preventDefault();
  const [layers] = shownPacked(view).kinds[view.choice.kind].shape;
  view.change({layer: clamp(view.choice.layer + by, 0, layers - 1), pin: null, cell: null});
};

const wirePlay = view => {
  view.part('play').addEventListener('click', () => togglePlaying(view));
  const spaced = [view.part('words'), view.part('range'), view.part('variant-words')];
  for (const node of spaced) node.addEventListener('keydown', event => {
    if (event.key !== ' ') return;
    event.preventDefault();
    togglePlaying(view);
  });
  // A button is pressed by space when the key is let go: not also here.
  for (const node of spaced) node.addEventListener('keyup',
    event => { if (event.key === ' ') event.preventDefault(); });
  for (const node of [...spaced, view.part('figure'), view.part('play')])
    node.addEventListener('keydown', event => walkLayers(view, event));
};
