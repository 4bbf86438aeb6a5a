// A stand-in for what Gradio gives a component: its element, properties, events and server functions.

const hosted = new Map(); // name -> {props, watched}
window.events = []; // [name, data] of every event

const post = async (path, data) => {
  const answer = await fetch(path, {method: 'POST', body: JSON.stringify(data ?? null)});
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

const update = changes => {
  for (const [name, changed] of Object.entries(changes ?? {})) {
    const {props, watched} = hosted.get(name);
    Object.assign(props, changed);
    for (const {names, callback} of watched) if (names.some(one => one in changed)) callback();
  }
};

const host = ({name, script, props, functions}) => {
  const watched = [],
    element = document.querySelector(`#${name} > div`);
  hosted.set(name, {props, watched});
  const server = Object.fromEntries(functions.map(one => [one, data => post(`ask/${one}`, data)]));
  const watch = (names, callback) => watched.push({names: [names].flat(), callback});
  const trigger = async (event, data) => {
    window.events.push([event, data]);
    update(await post(`event/${event}`, data));
  };
  new Function('element', 'props', 'trigger', 'server', 'watch', script)(element, props, trigger, server, watch);
};

for (const button of document.querySelectorAll('[data-does]'))
  button.addEventListener('click', async () => update(await post(`event/${button.id}`)));
for (const one of JSON.parse(document.querySelector('#hosted').textContent)) host(one);
