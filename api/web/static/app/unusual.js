// Finds values that deserve a second look. An unusual value need not be wrong.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import table from './fields.js';
import { t, fieldName, unit } from './words.js';
import { computed, difference, digits, eyes, given, measured, rounded } from './measure.js';

const powers = ['K', 'PK', 'TK'];
const all = new Map([...table.eye, ...table.posterior].map((f) => [f.name, f]));
const singles = [...all.values()].filter((f) => f.usual && !f.name.endsWith('_magnitude'));

/** The unusual values of a response: [{cells, sign, text}]. A cell is "eye.field"; sign is "high", "low" or "apart". */
export function unusual(response) {
  const [right, left] = eyes.map((eye) => measured(response, eye));
  return [...inEye('right_eye', right), ...inEye('left_eye', left), ...betweenEyes(right, left)];
}

function* inEye(eye, values) {
  for (const field of singles) {
    const value = values[field.name];
    if (!given(value) || exempt(field.name, values)) continue;
    yield* outside(eye, [field.name], fieldName(field.name), digits(value), value, field);
  }
  if (operated(values)) return;
  for (const kind of powers) yield* inPowers(eye, values, kind);
}

// The usual range of a power applies to the mean of both meridians.
function* inPowers(eye, values, kind) {
  const derived = computed(values, kind);
  if (!derived) return;
  const both = [kind + '1_magnitude', kind + '2_magnitude'];
  yield* outside(eye, [...both, kind + '_mean'], fieldName(kind + '_mean'), rounded(derived.mean), derived.mean, all.get(both[0]));
  const limit = table.apart.cylinder;
  if (kind !== 'K' || derived.cylinder <= limit) return;
  yield { cells: [`${eye}.K_cylinder`], sign: 'high', text: t('unusual.cylinder', { eye: fieldName(eye), value: rounded(derived.cylinder), limit }) };
}

function* outside(eye, names, what, shown, value, { usual: [low, high], unit: unitName }) {
  if (value >= low && value <= high) return;
  const sign = value > high ? 'high' : 'low';
  const text = t('unusual.' + sign, { eye: fieldName(eye), what, value: shown, low, high, unit: unit(unitName) });
  yield { cells: names.map((name) => `${eye}.${name}`), sign, text };
}

function* betweenEyes(right, left) {
  if (given(right.AL) && given(left.AL)) yield* apart('AL', right.AL, left.AL, digits);
  const [r, l] = [computed(right, 'K'), computed(left, 'K')];
  if (r && l && !operated(right) && !operated(left)) yield* apart('meanK', r.mean, l.mean, rounded);
}

function* apart(what, right, left, show) {
  const limit = table.apart[what];
  if (difference(right, left) <= limit) return;
  const name = what === 'meanK' ? 'K_mean' : what;
  const text = t('unusual.apart.' + what, { right: show(right), left: show(left), difference: rounded(difference(right, left)), limit });
  yield { cells: eyes.map((eye) => `${eye}.${name}`), sign: 'apart', text };
}

// After cataract surgery ACD and LT are not those of a natural lens; after
// refractive surgery the cornea has another shape. Usual ranges do not apply then.
const operated = (eye) => given(eye.post_refractive) && eye.post_refractive !== 'None';
const exempt = (name, eye) =>
  (name === 'CCT' && operated(eye)) || (['ACD', 'LT'].includes(name) && ['Pseudophakic', 'Aphakic'].includes(eye.lens_status));

/** The list of the unusual values in words, below the table. */
export function unusualView(found) {
  if (!found.length) return nothing;
  return html`<section class="note warn unusual-list">
    <h3>${t('unusual.title')}</h3>
    <ul>${found.map((f) => html`<li>${f.text}</li>`)}</ul>
    <p>${t('unusual.advice')}</p>
  </section>`;
}
