// Finds values that deserve a second look. An unusual value need not be wrong.

import table from './fields.js';
import { t, shortName, unit } from './words.js';
import { computed, difference, eyes, given, measured, rounded, shownValue } from './measure.js';
import { printed } from './places.js';

const powers = ['K', 'PK', 'TK'];
const all = new Map([...table.eye, ...table.posterior].map((f) => [f.name, f]));
const singles = [...all.values()].filter((f) => f.usual && !f.name.endsWith('_magnitude'));

/** The signs of unusual values. */
export const signs = { high: '▲', low: '▼', apart: '≠', printed: '≠' };

/** The signs of each cell, as a Map. found is the result of unusual. */
export function marksOf(found) {
  const marks = new Map();
  for (const { cells, sign } of found) for (const cell of cells) marks.set(cell, (marks.get(cell) ?? '') + signs[sign]);
  return marks;
}

/** The unusual values of a response: [{eyes, cells, sign, text}]. A cell is "eye.field"; sign is "high", "low", "apart" or "printed". */
export function unusual(response) {
  return [...eyes.flatMap((eye) => [...inEye(response, eye)]), ...betweenEyes(response)];
}

function* inEye(response, eye) {
  const values = measured(response, eye);
  for (const field of singles) {
    const value = values[field.name];
    if (!given(value) || exempt(field.name, values)) continue;
    yield* outside(eye, [field.name], field.name, shownValue(response, eye, field.name), value, field);
  }
  yield* otherMean(response, eye, values);
  yield* cylinder(eye, values); // also after surgery, which leaves less of it
  if (operated(values)) return;
  for (const kind of powers) yield* inPowers(eye, values, kind);
}

// A device computes the mean power from the powers or from the radii, so either may be printed. The
// package shared/biometry has the same rule (otherMeanPrinted).
function* otherMean(response, eye, values) {
  const mean = computed(values, 'K')?.mean;
  if (!mean) return;
  const ofRadii = (values.K1_magnitude * values.K2_magnitude) / mean;
  const numbers = printed(response, `${eye}.K_mean`).match(/\d+[.,]\d+/g) ?? [];
  const same = (number) => {
    const [whole, fraction] = number.split(/[.,]/);
    const tolerance = table.apart.printedMean + 10 ** -fraction.length / 2;
    return [mean, ofRadii].some((m) => difference(m, Number(`${whole}.${fraction}`)) <= tolerance);
  };
  if (!numbers.length || numbers.some(same)) return;
  const text = t('unusual.otherMean', { printed: numbers.at(-1), value: rounded(mean) });
  yield { eyes: [eye], cells: [`${eye}.K_mean`], sign: 'printed', text };
}

// The usual range of a power applies to the mean of both meridians.
function* inPowers(eye, values, kind) {
  const derived = computed(values, kind);
  if (!derived) return;
  const [mean, ...both] = ['_mean', '1_magnitude', '2_magnitude'].map((part) => kind + part);
  yield* outside(eye, [...both, mean], mean, rounded(derived.mean), derived.mean, all.get(both[0]));
}

function* cylinder(eye, values) {
  const derived = computed(values, 'K');
  const limit = table.apart.cylinder;
  if (!derived || derived.cylinder <= limit) return;
  yield { eyes: [eye], cells: [`${eye}.K_cylinder`], sign: 'high', text: t('unusual.cylinder', { value: rounded(derived.cylinder), limit }) };
}

function* outside(eye, names, what, shown, value, { usual: [low, high], unit: unitName }) {
  if (value >= low && value <= high) return;
  const sign = value > high ? 'high' : 'low';
  const text = t('unusual.' + sign, { what: shortName(what), value: shown, low, high, unit: unit(unitName) });
  yield { eyes: [eye], cells: names.map((name) => `${eye}.${name}`), sign, text };
}

function* betweenEyes(response) {
  const [right, left] = eyes.map((eye) => measured(response, eye));
  if (given(right.AL) && given(left.AL)) {
    yield* apart('AL', [right.AL, left.AL], eyes.map((eye) => shownValue(response, eye, 'AL')));
  }
  const means = [right, left].map((eye) => computed(eye, 'K')?.mean);
  if (means.every(given) && !operated(right) && !operated(left)) yield* apart('meanK', means, means.map(rounded));
}

function* apart(what, values, [right, left]) {
  const limit = table.apart[what];
  if (difference(...values) <= limit) return;
  const name = what === 'meanK' ? 'K_mean' : what;
  const text = t('unusual.apart.' + what, { right, left, difference: rounded(difference(...values)), limit });
  yield { eyes, cells: eyes.map((eye) => `${eye}.${name}`), sign: 'apart', text };
}

// After cataract surgery ACD and LT are not those of a natural lens; after
// refractive surgery the cornea has another shape. Usual ranges do not apply then.
const operated = (eye) => given(eye.post_refractive) && eye.post_refractive !== 'None';
const exempt = (name, eye) =>
  (name === 'CCT' && operated(eye)) || (['ACD', 'LT'].includes(name) && ['Pseudophakic', 'Aphakic'].includes(eye.lens_status));
