// Draws the state in props.value. Seen from Gradio: element, trigger, props, server, upload, watch.
const view = element.querySelector('.gf-run');
const part = selector => view.querySelector(selector);
const say = (selector, text) => { if (part(selector).textContent !== text) part(selector).textContent = text; };

const fact = ([name, value]) => {
  const pair = document.createElement('div');
  for (const [tag, text] of [['dt', name], ['dd', value]]) {
    const made = document.createElement(tag);
    made.textContent = text;
    pair.append(made);
  }
  return pair;
};

const draw = () => {
  if (!props.value) return;
  const {tone, state, summary, progress, facts, message, log} = JSON.parse(props.value);
  view.dataset.tone = tone;
  say('b', state);
  say('.gf-run-summary', summary);
  say('.gf-run-message', message);
  if (part('.gf-run-log').textContent !== log) {
    say('.gf-run-log', log);
    part('.gf-run-log').scrollTop = part('.gf-run-log').scrollHeight; // what went wrong stands at the end
  }
  const bar = part('.gf-run-bar'), percent = 100 * Math.min(1, Math.max(0, progress ?? 0));
  bar.hidden = progress === null;
  bar.setAttribute('aria-label', summary);
  bar.setAttribute('aria-valuenow', percent.toFixed(0));
  part('.gf-run-bar i').style.width = percent + '%';
  part('.gf-run-facts').replaceChildren(...facts.map(fact));
};

watch('value', draw);
draw();
