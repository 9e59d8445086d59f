// The inputs of the form, made from the table of fields. The name of an input is
// the path of its field, such as right_eye.AL or posterior.left_eye.PK1_axis.

import fields from './fields.js';
import { parse } from './number.js';
import { eyes, given } from './measure.js';
import { pagePath } from './places.js';

// Clinical order: lengths, keratometry, the state of the eye.
const order = ['AL', 'ACD', 'LT', 'CCT', 'WTW', 'K1_magnitude', 'K1_axis', 'K2_magnitude', 'K2_axis', 'keratometric_index'];
const rank = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);
const clinical = [...fields.eye].sort((a, b) => rank(a) - rank(b));

const named = (prefix, list) => list.map((field) => ({ name: prefix + field.name, field }));
const forBothEyes = (prefix, list) => Object.fromEntries(eyes.map((eye) => [eye, named(`${prefix}${eye}.`, list).map((input) => ({ ...input, eye }))]));

/** The parts of the form and their inputs, {name, field, eye?}, in the order in which they are typed. */
export const parts = {
  exam: [...named('biometer.', [fields.device, fields.manufacturer]), ...named('', [fields.examDate])],
  patient: named('patient.', fields.patient),
  ...forBothEyes('', clinical),
  posteriorDevice: named('posterior.', [fields.posteriorDevice]),
  posterior: forBothEyes('posterior.', fields.posterior),
  notes: named('', [fields.notes]),
};

const { posterior, ...others } = parts;

/** All inputs by their names. */
export const inputs = new Map([...Object.values(others).flat(), ...Object.values(posterior).flat()].map((input) => [input.name, input]));

const names = new Map([...inputs.keys()].map((name) => [pagePath(name), name]));

/** The name of the input of a value, undefined if it has none, for example because it is computed. path is one that pagePath takes. */
export const inputOf = (path) => names.get(pagePath(path));

const isNumber = ({ kind }) => kind === 'number' || kind === 'integer';

/** The value of an input: a number (NaN if it is none), a text, or undefined if nothing was typed. */
export function valueOf({ field }, text = '') {
  if (text.trim() === '') return undefined;
  if (!isNumber(field)) return text.trim();
  return field.signed ? Math.abs(parse(text)) : parse(text); // printed with a minus sign, stored positive
}

/** Reports whether a field of an eye has a value. */
export const measured = (values) => [...inputs.values()].some((input) => input.eye && valueOf(input, values[input.name]) !== undefined);

/**
 * The texts of a response's values by the names of their inputs, as the service takes them back: the
 * letters of initials are separate words, because it takes a longer word for a name.
 */
export function textsOf(response) {
  const texts = [...inputs.keys()].map((name) => [name, valueIn(response, name)]).filter(([, value]) => given(value)).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(texts.map(([name, text]) => [name, name === 'patient.name' ? [...text].join(' ') : text]));
}

/** An empty direct entry. source is more of its provenance. */
export const emptyEntry = (source) =>
  ({ data: { biometer: {}, patient: {}, right_eye: {}, left_eye: {} }, metadata: { extraction: { method: 'DIRECT', ...source } } });

/** The document to upload: the typed values as a new direct entry. source is more of its provenance. */
export function documentOf(values, source) {
  const doc = emptyEntry(source);
  for (const input of inputs.values()) {
    const value = valueOf(input, values[input.name]);
    if (value !== undefined) put(doc, input.name, value);
  }
  return doc;
}

/** The value of an input in a document. */
export const valueIn = (doc, name) => pathOf(name).reduce((part, member) => part?.[member], doc);

/** Sets the value of an input in a document. */
export function put(doc, name, value) {
  const path = pathOf(name);
  const last = path.pop();
  path.reduce((part, member) => (part[member] ??= {}), doc)[last] = value;
}

// The path of an input's value in the document.
function pathOf(name) {
  const path = name.split('.');
  if (path[0] === 'posterior') return ['extra_data', 'posterior_keratometry', ...path.slice(1)];
  return [name === 'notes' ? 'extra_data' : 'data', ...path];
}
