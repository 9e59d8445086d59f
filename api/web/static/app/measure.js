// The measurements of a response in the form in which they are shown.

import { t, has } from './words.js';

/** The eyes in the order of the columns: as the examiner sees them, the right eye on the left. */
export const eyes = ['right_eye', 'left_eye'];

/** All values of an eye, with its posterior and total keratometry. */
export const measured = (response, eye) => ({ ...response.data[eye], ...response.extra_data?.posterior_keratometry?.[eye] });

export const given = (value) => value !== null && value !== undefined;

/**
 * A measurement with exactly the digits of the JSON, and with a decimal point in
 * every language, as biometers, IOL calculators and our exports write it. Some
 * of them refuse a pasted "23,45", others read it as 2345.
 */
export const digits = (value) => String(value);

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
export const withheld = (response) => response.metadata.extraction.withheld ?? [];

/**
 * The entry of withheld(response) for a field, undefined if it is not withheld. The paths there
 * end with the part of the report and the field's name; the date of the exam has no part.
 */
export const doubtOf = (response, part, name) => withheld(response).find(({ field }) => `.${field}`.endsWith(part ? `.${part}.${name}` : `.${name}`));
