// What is worth a second look. Unusual is not wrong: long eyes are long.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import table from './fields.js';
import { t, fieldName, unit } from './words.js';
import { computed, difference, digits, eyes, given, measured, rounded } from './measure.js';

const powers = ['K', 'PK', 'TK'];
const all = new Map([...table.eye, ...table.posterior].map((f) => [f.name, f]));
const singles = [...all.values()].filter((f) => f.usual && !f.name.endsWith('_magnitude'));

/** Finds in a response [{cells, sign, text}]: cells are "eye.field", sign is "high", "low" or "apart". */
export function unusual(response) {
  const [right, left] = eyes.map((eye) => measured(response, eye));
  return [...ofEye('right_eye', right), ...ofEye('left_eye', left), ...between(right, left)];
}

function* ofEye(eye, values) {
  for (const field of singles) {
    const value = values[field.name];
    if (!given(value) || excused(field.name, values)) continue;
    yield* outside(eye, [field.name], fieldName(field.name), digits(value), value, field);
  }
  if (operated(values)) return;
  for (const kind of powers) yield* ofPowers(eye, values, kind);
}

// Of a power the tables say what the mean of both meridians usually is.
function* ofPowers(eye, values, kind) {
  const of = computed(values, kind);
  if (!of) return;
  const both = [kind + '1_magnitude', kind + '2_magnitude'];
  yield* outside(eye, [...both, kind + '_mean'], fieldName(kind + '_mean'), rounded(of.mean), of.mean, all.get(both[0]));
  const limit = table.apart.cylinder;
  if (kind !== 'K' || of.cylinder <= limit) return;
  yield { cells: [`${eye}.K_cylinder`], sign: 'high', text: t('unusual.cylinder', { eye: fieldName(eye), value: rounded(of.cylinder), limit }) };
}

function* outside(eye, names, what, shown, value, { usual: [low, high], unit: u }) {
  if (value >= low && value <= high) return;
  const sign = value > high ? 'high' : 'low';
  const text = t('unusual.' + sign, { eye: fieldName(eye), what, value: shown, low, high, unit: unit(u) });
  yield { cells: names.map((name) => `${eye}.${name}`), sign, text };
}

function* between(right, left) {
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

// After cataract surgery the depth and the thickness are not those of a lens
// of the eye; after refractive surgery the cornea is what the laser made it.
const operated = (eye) => given(eye.post_refractive) && eye.post_refractive !== 'None';
const excused = (name, eye) =>
  (name === 'CCT' && operated(eye)) || (['ACD', 'LT'].includes(name) && ['Pseudophakic', 'Aphakic'].includes(eye.lens_status));

/** The list in words, below the table. */
export function unusualView(found) {
  if (!found.length) return nothing;
  return html`<section class="note warn unusual-list">
    <h3>${t('unusual.title')}</h3>
    <ul>${found.map((f) => html`<li>${f.text}</li>`)}</ul>
    <p>${t('unusual.advice')}</p>
  </section>`;
}
