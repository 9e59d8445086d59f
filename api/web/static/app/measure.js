// The measurements of a response in the form in which they are shown.

import table from './fields.js';
import { t, has } from './words.js';
import { pagePath, placesOf } from './places.js';

/** The eyes in the order of the columns: as the examiner sees them, the right eye on the left. */
export const eyes = ['right_eye', 'left_eye'];

/** The eyes' abbreviations, as printouts have them. */
export const letters = { right_eye: 'OD', left_eye: 'OS' };

/**
 * The eyes that have a value, or one that is withheld; both if there is none at all. A report of one eye
 * has no column for the other one.
 */
export function eyesOf(response) {
  const named = (eye) => withheld(response).some(({ field }) => pagePath(field).startsWith(eye + '.'));
  const some = eyes.filter((eye) => Object.values(measured(response, eye)).some(given) || named(eye));
  return some.length ? some : eyes;
}

const drafts = new WeakMap(); // response → its values with corrections that are not signed off

/** Sets the values that are shown in place of a response's own, {data, extra_data, metadata}; undefined shows its own again. */
export const draft = (response, values) => (values ? drafts.set(response, values) : drafts.delete(response));

/** What is shown of a response: its corrected values if there are any. */
export const current = (response) => drafts.get(response) ?? response;

/** All values of an eye, with its posterior and total keratometry. */
export function measured(response, eye) {
  const { data, extra_data: extra } = current(response);
  return { ...data[eye], ...extra?.posterior_keratometry?.[eye] };
}

export const given = (value) => value !== null && value !== undefined;

const usualDecimals = new Map([...table.eye, ...table.posterior].map((field) => [field.name, field.decimals ?? 0]));

/**
 * A number of a field as people compare it with a printout: all its digits, never rounded, with at
 * least the decimals that are usual for the field, so that 3.9 mm is 3.90. printed is what the
 * document has in its place, if that is known: its own digits are returned if they have the same
 * value. It has a decimal point in every language, as biometers, IOL calculators and our exports
 * write it: some of them refuse a pasted "23,45", others read it as 2345. The command line has the
 * same rule (Field.Digits in shared/biometry), with the same cases in its tests.
 */
export function digitsOf(name, value, printed = '') {
  const same = (printed.match(/\d+([.,]\d+)?/g) ?? []).map((number) => number.replace(',', '.')).find((number) => Number(number) === value);
  if (same) return same;
  const shortest = String(value);
  const decimals = shortest.split('.')[1]?.length ?? 0;
  return decimals >= usualDecimals.get(name) ? shortest : value.toFixed(usualDecimals.get(name));
}

/** A value of an eye in words or digits, undefined if there is none. */
export function shownValue(response, eye, name) {
  const value = measured(response, eye)[name];
  if (!given(value)) return undefined;
  return typeof value === 'number' ? digitsOf(name, value, placesOf(response, `${eye}.${name}`)[0]?.text) : word(value);
}

/** A computed value, with two decimals. */
export const rounded = (value) => (Math.round(value * 100 + 1e-6) / 100).toFixed(2);

// Removes the error of binary fractions: 44.63 - 42.13 is slightly more than 2.5.
const exact = (value) => Math.round(value * 1e6) / 1e6;

export const difference = (a, b) => Math.abs(exact(a - b));

/**
 * The mean power and the astigmatism with its steep axis, computed from the
 * powers of a kind: K, PK or TK. Undefined unless both powers are given.
 */
export function computed(values, kind) {
  const [flat, steep] = [values[kind + '1_magnitude'], values[kind + '2_magnitude']];
  if (!given(flat) || !given(steep)) return undefined;
  const cylinder = difference(steep, flat);
  return { mean: exact((flat + steep) / 2), cylinder, axis: cylinder > 0 ? values[kind + '2_axis'] : null };
}

/** A value of an enum field, such as Phakic, in the reader's language. Names of devices are not translated. */
export const word = (value) => (has('value.' + value) ? t('value.' + value) : value);

/** The values that the document has and the response has not, because they are doubtful: [{field, reason}]. */
export const withheld = (response) => current(response).metadata?.extraction.withheld ?? [];

/** The entry of withheld(response) for the value with this path on the page, undefined if it is not withheld. */
export const doubtOf = (response, path) => withheld(response).find(({ field }) => pagePath(field) === path);
