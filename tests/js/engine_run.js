// Reads {archive, tasks} from standard input and prints what the engine makes of each task: for tests in Python.

import {readArchive} from '../../viz/components/shared/engine/archive.js';
import {changing} from '../../viz/components/shared/engine/changes.js';
import {encoded, trace} from '../../viz/components/shared/engine/passes.js';
import {EngineService} from '../../viz/components/shared/engine/service.js';
import {Search} from '../../viz/components/shared/engine/search.js';
import {Tokenizer} from '../../viz/components/shared/engine/tokenizer.js';
import {Transformer} from '../../viz/components/shared/engine/transformer.js';
import {stdin, stdout} from 'node:process';

const read = async () => {
  const parts = [];
  for await (const part of stdin) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
};

const base64 = ({buffer, byteOffset, byteLength}) => Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const {archive, tasks} = await read();
const opened = await readArchive(new Uint8Array(Buffer.from(archive, 'base64')));
const model = new Transformer(opened.config, opened.tensors);
const tokenizer = new Tokenizer(opened.vocabulary);

const LENSES = [{name: 'weights', rows: 'shares', signed: false, kinds: ['encoder', 'decoder', 'cross']}];

const answered = async (service, [name, ...given]) => {
  try {
    return await service[name](
      ...given,
      ...(name.startsWith('head') || name.startsWith('token') ? [async () => {}] : []),
    );
  } catch (error) {
    if (error.key) return {refused: error.key, values: error.values};
    throw error;
  }
};

const weightsOf = attention =>
  Object.fromEntries(
    Object.entries(attention).map(([kind, {shape, weights}]) => [kind, {shape, weights: base64(weights)}]),
  );

const NONE = {off: [], uniform: [], edits: []};

const found = (source, options, changes) =>
  new Search(model, encoded(model, {source, changes}), options, changing(changes)).finish();

const TASKS = {
  service: async ({calls, adopted = []}) => {
    const service = new EngineService(opened, LENSES);
    const answers = [];
    for (const payload of adopted) service.adopt(payload);
    for (const call of calls) answers.push(await answered(service, call));
    return answers;
  },
  encode: ({texts}) => texts.map(text => tokenizer.encode(text)),
  surface: ({ids}) => ids.map(one => ({surface: tokenizer.surface(one), text: tokenizer.decode(one)})),
  search: ({sources, options, changes = NONE}) => sources.map(source => found(source, options, changes)),
  best: ({sources, options}) => sources.map(source => found(source, options, NONE).hypotheses[0].ids),
  attention: ({source, target}) => weightsOf(trace(model, source, target).attention),
  trace: ({source, target, changes}) => {
    const {attention, decoded, steps} = trace(model, source, target, changes);
    return {attention: weightsOf(attention), logits: base64(model.logits(decoded).data), steps};
  },
};

stdout.write(JSON.stringify(await Promise.all(tasks.map(({task, ...given}) => TASKS[task](given)))));
