// Widgets in a page without a notebook: what a host does for a widget, with Python behind `changed` and `asked`.

const dataView = text => new DataView(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);

window.models = [];

window.draw = async (script, style, state, isShadow) => {
  const number = window.models.length;
  const listeners = new Map();
  const changes = {};
  const fire = (event, ...given) => {
    for (const listener of listeners.get(event) ?? []) listener(...given);
  };
  const model = {
    get: name => state[name],
    set: (name, value) => {
      if (state[name] === value) return;
      state[name] = changes[name] = value;
      fire(`change:${name}`);
    },
    save_changes: () => {
      window.changed(number, {...changes});
      for (const name of Object.keys(changes)) delete changes[name];
    },
    send: async content => {
      for (const {message, buffers} of await window.asked(number, content))
        fire('msg:custom', message, buffers.map(dataView));
    },
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event, listener) =>
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter(one => one !== listener),
      ),
  };
  window.models.push({
    take: values => {
      Object.assign(state, values);
      for (const name of Object.keys(values)) fire(`change:${name}`);
    },
  });
  const sheet = document.createElement('style');
  sheet.textContent = style;
  const {default: widget} = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
  const cell = document.createElement('div');
  const end = await widget.render({model, el: cell}); // a notebook draws a cell before it is in the page
  const place = document.createElement('div');
  document.body.append(place);
  (isShadow ? place.attachShadow({mode: 'open'}) : place).append(sheet, cell);
  window.models[number].end = end;
};
