// The measurements of a response as people read them.

import { t, has } from './words.js';

/** The eyes as the examiner sees them: the patient's right eye is on the left. */
export const eyes = ['right_eye', 'left_eye'];

/** All that was measured of an eye, posterior and total keratometry with it. */
export const measured = (response, eye) => ({ ...response.data[eye], ...response.extra_data?.posterior_keratometry?.[eye] });

export const given = (value) => value !== null && value !== undefined;

/**
 * A measurement digit by digit as the JSON has it, with a decimal point in
 * every language. So do biometers, IOL calculators and our own exports write
 * it: a pasted "23,45" is refused by some of them and 2345 to others.
 */
export const digits = (value) => String(value);

/** What was computed here: two decimals. */
export const rounded = (value) => (Math.round(value * 100 + 1e-6) / 100).toFixed(2);

// Sums of decimals are not what they seem: 44.63 - 42.13 is more than 2.5.
const exact = (value) => Math.round(value * 1e6) / 1e6;

export const difference = (a, b) => Math.abs(exact(a - b));

/** What follows from K, PK or TK: mean power and astigmatism with its steep axis. Undefined without both powers. */
export function computed(values, kind) {
  const [flat, steep] = [values[kind + '1_magnitude'], values[kind + '2_magnitude']];
  if (!given(flat) || !given(steep)) return undefined;
  const cylinder = difference(steep, flat);
  return { mean: exact((flat + steep) / 2), cylinder, axis: cylinder > 0 ? values[kind + '2_axis'] : null };
}

/** A value of a list, such as Phakic, in the reader's language. Names of devices are the same in all. */
export const word = (value) => (has('value.' + value) ? t('value.' + value) : value);

/**
 * Whether a value was read but not trusted. Paths end in the part of the report
 * and the field; the exam's date is in no part.
 */
export const isHeld = (withheld, part, name) => withheld.some((path) => `.${path}`.endsWith(part ? `.${part}.${name}` : `.${name}`));
