// The work bench below the views: panels that go deeper, one open at a time. A panel is an entry of PANELS:
//   {name, needsServer, build(view, host), draw(view, host), mark(view, host, before)}
// build runs once, when the panel is first opened; draw whenever it is opened or what it shows is another translation,
// other words or other colours; mark after each change of the view's choice, with the choice before it.

const PANELS = [];

const usablePanels = view => PANELS.filter(panel => !panel.needsServer || view.server);

const openPanel = view => usablePanels(view).find(panel => panel.name === view.choice.bench) ?? null;

/** Ask the server; null when it is not there, gives no answer, or the translation has changed meanwhile. */
const ask = async (view, name, request = {}) => {
  const {packed} = view;
  if (!packed || !view.server?.[name]) return null;
  try {
    const reply = await view.server[name]({id: packed.id, ...request});
    return view.packed === packed && reply ? reply : null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

const drawBench = view => {
  const {texts, choice: {bench}} = view, panels = usablePanels(view), tabs = view.part('bench-tabs');
  view.root.querySelector('.gf-bench').hidden = !view.packed || !panels.length;
  tabs.replaceChildren(...panels.map((panel, i) => make('button', {
    type: 'button', role: 'tab', class: 'gf-bench-tab', 'data-bench': panel.name,
    'aria-selected': String(panel.name === bench), tabindex: panel.name === bench || (!openPanel(view) && !i) ? 0 : -1,
  }, make('span', {class: 'gf-bench-name'}, say(texts, `bench.${panel.name}`)),
  make('span', {class: 'gf-hint'}, say(texts, `bench.${panel.name}.question`)))));
  const panel = openPanel(view), host = view.part('bench');
  host.hidden = !panel;
  if (!panel || !view.packed) return;
  let own = host.querySelector(`:scope > [data-panel-of="${panel.name}"]`);
  if (!own) {
    own = make('div', {'data-panel-of': panel.name, class: `gf-panel-of gf-${panel.name}`});
    host.append(own);
    panel.build(view, own);
  }
  for (const node of host.children) node.hidden = node !== own;
  host.setAttribute('aria-label', say(texts, `bench.${panel.name}`));
  panel.draw(view, own);
};

const markBench = (view, before) => {
  const panel = openPanel(view), own = panel && view.part('bench').querySelector(`[data-panel-of="${panel.name}"]`);
  if (own) panel.mark?.(view, own, before);
};

const wireBench = view => {
  const tabs = view.part('bench-tabs');
  const choose = name => view.change({bench: name === view.choice.bench ? null : name});
  tabs.addEventListener('click', event => {
    const tab = event.target.closest('[data-bench]');
    if (tab) choose(tab.dataset.bench);
  });
  tabs.addEventListener('keydown', event => {
    const nodes = [...tabs.children], index = movedIndex(event.key, nodes.indexOf(document.activeElement),
      nodes.length);
    if (index === null) return;
    event.preventDefault();
    nodes[index].focus();
  });
};
