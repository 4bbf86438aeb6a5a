// Computes and draws one lab, once or for each variation of its values: JSON on standard input and output.

import {readFileSync} from 'node:fs';

import {boundsOf, firstValues, readValue} from '../../../viz/components/maths/model/controls.js';

const {name, values: given, answer, answers, facts, vary} = JSON.parse(readFileSync(0, 'utf8'));
const {LAB} = await import(`../../../viz/labs/${name}/lab.js`);
const first = firstValues(LAB, facts, given),
  said = new Set();
const say = key => {
  said.add(key);
  return key;
};

/** The values with which a control is tried, one at a time. */
const tried = control => {
  const {kind, options = [], name: own} = control,
    {low, high} = boundsOf(control, facts);
  if (kind === 'choice') return options;
  if (kind === 'toggle') return [!first[own]];
  return kind === 'entry' ? [] : [low, high].map(value => readValue(control, value, facts));
};
const variations = () => [
  first,
  ...LAB.controls.flatMap(control => tried(control).map(value => ({...first, [control.name]: value}))),
];

const one = values => {
  const asked = LAB.ask?.(values, facts) ?? null;
  const known = question => answers?.[JSON.stringify(question)] ?? null;
  const replied = () => (Array.isArray(asked) ? asked.map(known) : known(asked));
  const reply = answers ? replied() : answer;
  if (LAB.ask && (reply === null || reply === undefined)) return {values, asked};
  const numbers = LAB.compute(values, facts, reply);
  return {values, asked, numbers, drawn: LAB.draw(numbers, {say, values, facts})};
};
const plain = (_, value) => {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
};
const lab = {name: LAB.name, group: LAB.group, section: LAB.section, see: LAB.see ?? [], controls: LAB.controls};
const found = vary ? {all: variations().map(one)} : one(first);
process.stdout.write(JSON.stringify({...found, lab, said: [...said]}, plain));
