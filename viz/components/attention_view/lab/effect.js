// The part of the lab for a whole set of sentences: what to measure on, progress, and the table of the result.

import {focusedNear, make, movedIndex, targetOf} from '../../shared/elements.js';
import {grouped} from '../../shared/locale.js';
import {download} from '../../shared/saving.js';
import {inARow, say} from '../../shared/text.js';
import {slug} from '../files/names.js';
import {labRequest} from '../numbers/second_request.js';
import {keepForm, keptForm, keptText} from '../server/kept.js';
import {effectCsv, effectJson, isMeasuring, sameHeads} from '../store/lab.js';
import {drawEffectResult} from './effect_result.js';

/** @import {Attributes, Child, Effect, Part, View} from '../types.js' */

// The effect of the lab's heads on a set of sentences: measured by the server in the background, followed until it
// ends. It continues while the panel is closed and while other translations are shown.

const POLL = 400; // milliseconds between two questions about its progress
const MISSES = 10; // of them without an answer before it counts as lost

/**
 * @param {View} view
 * @param {Partial<Effect>} changes
 */
const setEffect = (view, changes) => view.set({effect: {...view.effect, ...changes}});

/**
 * The answer of a call of the server; null without one.
 * @param {Promise<any> | undefined} call
 */
const answerOf = async call => {
  try {
    return (await call) ?? null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

/**
 * What measures: a view that shows a file of attention meanwhile has another server, which knows nothing of it.
 * @type {WeakMap<View, View['server']>}
 */
const servers = new WeakMap();

/** @param {View} view */
export const startEffect = async view => {
  const {effect, lab, packed, server} = view;
  const {off, uniform} = labRequest(lab);
  if (isMeasuring(effect)) return;
  servers.set(view, server);
  setEffect(view, {starting: true, stopping: false, stopped: false, problem: '', done: 0, total: 0});
  const search = effect.greedy || !packed.decoding ? {beam_size: 1, alpha: 0} : packed.decoding;
  const reply = await answerOf(
    server?.effect({
      id: packed.id,
      off,
      uniform,
      pairs: effect.own ? effect.text : null,
      beam_size: search.beam_size,
      alpha: search.alpha,
    }),
  );
  if (!reply?.work) {
    fail(view, reply);
    return;
  }
  setEffect(view, {starting: false, work: reply.work, done: reply.done, total: reply.total});
  if (view.effect.stopping) stopEffect(view); // asked for while it began
  follow(view, reply.work);
};

/**
 * @param {View} view
 * @param {any} reply
 */
const fail = (view, reply) =>
  setEffect(view, {starting: false, work: '', problem: reply?.problem ?? say(view.texts, 'lab.no_answer')});

/**
 * @param {View} view
 * @param {string} work
 */
const follow = async (view, work) => {
  const server = servers.get(view);
  for (let missed = 0; missed < MISSES;) {
    await new Promise(resolve => setTimeout(resolve, POLL));
    const reply = await answerOf(server?.effect_state({id: work}));
    if (view.effect.work !== work) return;
    missed = reply ? 0 : missed + 1;
    if (reply?.problem) {
      fail(view, reply);
      return;
    }
    if (reply?.state === 'running') {
      if (reply.done !== view.effect.done) setEffect(view, {done: reply.done});
    } else if (reply) {
      const found = reply.effect ? {reply: {effect: reply.effect, provenance: reply.provenance}} : {};
      setEffect(view, {work: '', done: reply.done, stopped: reply.state === 'stopped', ...found});
      return;
    }
  }
  fail(view, null);
};

/** @param {View} view */
const stopEffect = view => {
  const {work} = view.effect;
  const server = servers.get(view);
  setEffect(view, {stopping: true});
  if (work) answerOf(server?.effect_state({id: work, stop: true}));
};

const LONGEST = 60000; // characters of a set, as the server takes it

/**
 * @param {string} name
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-effect': name, ...attributes}, ...children);

/** @param {string} name */
const button = name => part(name, 'button', {type: 'button', class: 'gf-lab-button'});

/**
 * @param {string} name
 * @param {string[]} values
 */
const choices = (name, values) =>
  part(
    name,
    'div',
    {class: 'gf-segments', role: 'radiogroup'},
    ...values.map(value => make('button', {type: 'button', role: 'radio', 'data-value': value})),
  );

/**
 * Build the elements once, without texts: a change of translation or language keeps what was typed.
 * @param {View} view
 */
export const buildEffect = view => {
  const field = `${view.root.id || 'gf'}-pairs`;
  const node = /** @type {Part} */ (
    make(
      'section',
      {class: 'gf-effect', 'data-lab': 'effect'},
      part('title', 'h4', {class: 'gf-heading'}),
      part('hint', 'p', {class: 'gf-hint'}),
      make(
        'div',
        {class: 'gf-effect-bar'},
        choices('set', ['sample', 'own']),
        choices('search', ['greedy', 'shown']),
        button('run'),
        button('stop'),
      ),
      part(
        'form',
        'div',
        {class: 'gf-cat-form gf-effect-form', hidden: ''},
        part('label', 'label', {for: field}),
        part('own', 'textarea', {
          id: field,
          rows: 4,
          dir: 'auto',
          spellcheck: 'false',
          'aria-describedby': `${field}-hint`,
        }),
        part('own-hint', 'p', {class: 'gf-hint', id: `${field}-hint`}),
        make(
          'div',
          {class: 'gf-cat-actions'},
          button('choose'),
          part('file', 'input', {type: 'file', accept: '.txt,.tsv,text/plain,text/tab-separated-values', hidden: ''}),
        ),
      ),
      part('problem', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
      part(
        'progress',
        'div',
        {class: 'gf-effect-progress', hidden: ''},
        part('bar', 'progress'),
        part('done', 'span', {class: 'gf-hint'}),
      ),
      part('said', 'p', {class: 'gf-hint', role: 'status'}),
      part('result', 'div'),
      part('save', 'div', {class: 'gf-cat-actions', hidden: ''}, button('csv'), button('json')),
    )
  );
  wireEffect(view, node);
  restoreEffect(view);
  view.show(
    ({effect, lab}) => [effect, lab.gates, lab.edits],
    () => drawEffect(view, node),
  );
  return node;
};

/**
 * Take back the pairs and the choices from before a reload, and keep those of now.
 * @param {View} view
 */
const restoreEffect = view => {
  const {own, text, greedy} = keptForm(view, 'effect');
  if (text || own || greedy === false)
    setEffect(view, {own: own === true, text: keptText(text), greedy: greedy !== false});
  view.subscribe(
    ({effect}) => [effect.own, effect.text, effect.greedy],
    ({effect}) => keepForm(view, 'effect', {own: effect.own, text: effect.text, greedy: effect.greedy}),
  );
};

/**
 * @param {Part} group
 * @param {string} chosen
 * @param {string} label
 * @param {(value: string) => string} words
 */
const markChoices = (group, chosen, label, words) => {
  group.setAttribute('aria-label', label);
  for (const button of group.children) {
    const on = button.dataset.value === chosen;
    button.textContent = words(button.dataset.value);
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
};

/** Texts that do not change with the state, by part. */
const WORDS = {
  title: 'effect',
  hint: 'effect.hint',
  label: 'effect.own',
  'own-hint': 'effect.own.hint',
  choose: 'effect.choose',
  run: 'effect.run',
  csv: 'effect.csv',
  json: 'effect.json',
};

/**
 * Why nothing can be measured now; '' if it can.
 * @param {View} view
 */
const obstacle = ({lab, effect}) => {
  if (!lab.gates.size) return 'effect.no_heads';
  return effect.own && !effect.text.trim() ? 'effect.no_text' : '';
};

/**
 * @param {View} view
 * @param {Part} node
 */
const drawEffect = (view, node) => {
  const {texts, effect, lab, packed} = view;
  const {decoding} = packed;
  const measuring = isMeasuring(effect);
  /** @param {string} name */
  const at = name => node.querySelector(`[data-effect="${name}"]`);
  node.hidden = !view.server?.effect;
  for (const [name, key] of Object.entries(WORDS)) at(name).textContent = say(texts, key);
  at('own').placeholder = say(texts, 'effect.own.placeholder');
  if (at('own').value !== effect.text) at('own').value = effect.text;
  markChoices(at('set'), effect.own ? 'own' : 'sample', say(texts, 'effect.set'), value =>
    say(texts, `effect.set.${value}`),
  );
  markChoices(at('search'), effect.greedy || !decoding ? 'greedy' : 'shown', say(texts, 'effect.search'), value =>
    say(texts, `effect.search.${value}`, {beam: decoding?.beam_size ?? '', alpha: decoding?.alpha ?? ''}),
  );
  at('search').hidden = !decoding;
  at('form').hidden = !effect.own;
  const why = obstacle(view);
  const focused = focusedNear(view.root);
  at('stop').hidden = !measuring;
  if (measuring && focused === at('run')) at('stop').focus(); // a disabled or hidden button would lose the focus
  at('run').disabled = measuring || Boolean(why);
  if (!measuring && focused === at('stop')) at('run').focus();
  at('stop').setAttribute('aria-disabled', String(effect.stopping));
  at('stop').textContent = say(texts, effect.stopping ? 'effect.stopping' : 'effect.stop');
  at('problem').hidden = !effect.problem;
  at('problem').textContent = effect.problem;
  drawProgress(view, at);
  const rows = lab.edits.size ? say(texts, 'effect.edits') : '';
  at('said').textContent = inARow([why && say(texts, why), rows, said(view)]);
  at('save').hidden = !effect.reply;
  drawEffectResult(view, at('result'));
};

/**
 * @param {View} view
 * @param {(name: string) => Part} at
 */
const drawProgress = ({texts, effect}, at) => {
  const {done, total} = effect;
  at('progress').hidden = !isMeasuring(effect);
  at('bar').max = Math.max(1, total);
  at('bar').value = done;
  at('bar').setAttribute('aria-label', say(texts, 'effect.progress'));
  at('done').textContent = total ? say(texts, 'effect.done', {done, total}) : say(texts, 'lab.waiting');
};

/**
 * What happened last, for the status line; what the result is about, if the heads or the model are others by now.
 * @param {View} view
 */
const said = ({texts, effect, lab, packed}) => {
  const {reply, stopped} = effect;
  if (isMeasuring(effect)) return say(texts, 'effect.running');
  if (stopped) return say(texts, 'effect.stopped');
  if (!reply) return '';
  const {off, uniform} = labRequest(lab);
  const {provenance: of} = reply;
  const same = of.checkpoint === packed.checkpoint && sameHeads(of.off, off) && sameHeads(of.uniform, uniform);
  return same ? say(texts, 'effect.measured') : say(texts, 'effect.other', {name: of.checkpoint});
};

/**
 * @param {View} view
 * @param {Part} node
 */
const wireEffect = (view, node) => {
  /** @param {string} name */
  const at = name => node.querySelector(`[data-effect="${name}"]`);
  node.addEventListener('click', (/** @type {Event} */ event) => clickEffect(view, targetOf(event), at));
  node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const group = targetOf(event).closest('[role="radiogroup"]');
    const index = group && movedIndex(event.key, [...group.children].indexOf(targetOf(event)), group.children.length);
    if (index === null) return;
    event.preventDefault();
    group.children[index].click();
    group.children[index].focus();
  });
  at('own').addEventListener('input', () => setEffect(view, {text: at('own').value}));
  at('file').addEventListener('change', async () => {
    const [file] = at('file').files;
    at('file').value = '';
    if (!file) return;
    if (file.size > 4 * LONGEST) {
      setEffect(view, {problem: say(view.texts, 'effect.file_size', {size: grouped(LONGEST)})});
      return;
    }
    setEffect(view, {text: await file.text(), problem: ''});
  });
};

/**
 * @param {View} view
 * @param {Part} target
 * @param {(name: string) => Part} at
 */
const clickEffect = (view, target, at) => {
  const {effect} = view;
  const name = target.closest('button')?.dataset.effect;
  const value = target.closest('[data-value]')?.dataset.value;
  const group = target.closest('[role="radiogroup"]')?.dataset.effect;
  if (group === 'set' && value) setEffect(view, {own: value === 'own'});
  else if (group === 'search' && value) setEffect(view, {greedy: value === 'greedy'});
  else if (name === 'run') startEffect(view);
  else if (name === 'stop') stopEffect(view);
  else if (name === 'choose') at('file').click();
  else if (name === 'csv' || name === 'json') saveEffect(effect, name);
};

/**
 * @param {Effect} effect
 * @param {'csv' | 'json'} form
 */
const saveEffect = ({reply}, form) => {
  if (!reply) return;
  const text = form === 'csv' ? effectCsv(reply) : effectJson(reply);
  const type = form === 'csv' ? 'text/csv' : 'application/json';
  download(
    new Blob([text], {type: `${type};charset=utf-8`}),
    `effect-${slug(reply.provenance.checkpoint, 24) || 'model'}.${form}`,
  );
};
