// The service's rules for values that belong together, and questions about values
// that are unlikely. Ranges are in the table of fields.

import fields from './fields.js';
import { inputs, valueOf } from './form.js';
import { eyes } from './measure.js';
import { validValue } from './readings.js';
import { mayBecome } from './number.js';

/** The degrees by which the angle of two axes may differ from 90. */
export const tolerance = 5;

/** The manufacturer of a device, undefined if it is not known. */
export const makerOf = (device) => fields.devices[device]?.maker;

/** The names of the four inputs of one keratometry of one eye. */
const keratometry = (kind, prefix) => ({
  kind, flat: `${prefix}${kind}1_magnitude`, flatAxis: `${prefix}${kind}1_axis`, steep: `${prefix}${kind}2_magnitude`, steepAxis: `${prefix}${kind}2_axis`,
});

const keratometries = eyes.flatMap((eye) => [
  keratometry('K', `${eye}.`), keratometry('PK', `posterior.${eye}.`), keratometry('TK', `posterior.${eye}.`),
]);

/**
 * The findings of the rules, [{name, level, key, params, offer}]. typing is the
 * name of the input that has the focus: its text is no error while it can still
 * become valid.
 */
export function ruleFindings(values, typing) {
  const form = {
    typing,
    text: (name) => values[name] ?? '',
    given: (name) => valueOf(inputs.get(name), values[name]) !== undefined,
    value: (name) => validValue(inputs.get(name), values[name]),
  };
  return [...keratometries.flatMap((k) => [...together(form, k), ...ordered(form, k), ...perpendicular(form, k)]), ...posteriorDevice(form), ...maker(form), ...dates(form)];
}

const error = (name, key, params, offer) => ({ name, level: 'error', key: `rule.${key}`, params, offer });
const unusual = (name, key, params, offer) => ({ name, level: 'unusual', key: `rule.${key}`, params, offer });
const other = (name) => ({ other: inputs.get(name).field.name });

// Either both magnitudes are given or neither; the same holds for the axes, which
// also need the magnitudes. This is judged when none of the four inputs has the
// focus.
function together(form, { flat, flatAxis, steep, steepAxis }) {
  if ([flat, flatAxis, steep, steepAxis].includes(form.typing)) return [];
  const axis = [flatAxis, steepAxis].find(form.given);
  const bare = axis && !form.given(flat) && !form.given(steep);
  const names = { flat: inputs.get(flat).field.name, steep: inputs.get(steep).field.name };
  return [...(bare ? [error(axis, 'bare-axis', names)] : []), ...[[flat, steep], [flatAxis, steepAxis]].flatMap(([a, b]) => {
    if (form.given(a) === form.given(b)) return [];
    return [form.given(a) ? error(b, 'together', other(a)) : error(a, 'together', other(b))];
  })];
}

// Meridian 1 is the flat one, 2 the steep one.
function ordered(form, k) {
  const [flat, steep] = [form.value(k.flat), form.value(k.steep)];
  if (!(flat > steep)) return [];
  if (form.typing === k.steep && mayBecome(form.text(k.steep), flat, inputs.get(k.steep).field.max)) return [];
  if (form.typing === k.flat && mayBecome(form.text(k.flat), inputs.get(k.flat).field.min, steep)) return [];
  return [error(k.steep, 'steeper', other(k.flat), { exchange: [[k.flat, k.steep], [k.flatAxis, k.steepAxis]], kind: k.kind })];
}

// If both magnitudes are equal, there are no meridians, and any axes are valid.
function perpendicular(form, k) {
  const { value, typing, text } = form;
  const [a, b] = [value(k.flatAxis), value(k.steepAxis)];
  if (!(value(k.flat) !== value(k.steep) && value(k.flat) && value(k.steep)) || !(angle(a, b) < 90 - tolerance)) return [];
  const fits = (axis, otherAxis) => typing === axis && degreesOf(inputs.get(axis).field).some((d) => String(d).startsWith(text(axis).trim()) && angle(d, value(otherAxis)) >= 90 - tolerance);
  if (fits(k.flatAxis, k.steepAxis) || fits(k.steepAxis, k.flatAxis)) return [];
  return [error(k.steepAxis, 'perpendicular', { ...other(k.flatAxis), within: tolerance })];
}

const degreesOf = ({ min, max }) => Array.from({ length: max - min + 1 }, (_, i) => min + i);

/** The angle between two axes, 0 to 90 degrees. An axis of 0 is the same as one of 180. */
function angle(a, b) {
  const apart = Math.abs(a - b);
  return Math.min(apart, 180 - apart);
}

// Only one device measures TK.
function posteriorDevice(form) {
  const name = 'posterior.pk_device_name';
  const gives = (kind) => eyes.some((eye) => fields.posterior.some((f) => f.name.startsWith(kind) && form.given(`posterior.${eye}.${f.name}`)));
  const offer = (value) => ({ set: name, value });
  if (gives('TK')) return form.value(name) === fields.totalDevice ? [] : [error(name, 'total', { device: fields.totalDevice }, offer(fields.totalDevice))];
  if (!gives('PK') || form.given(name)) return [];
  const proposed = fields.devices[form.value('biometer.device_name')]?.posterior;
  return [unusual(name, 'which', undefined, proposed && offer(proposed))];
}

function maker(form) {
  const [device, given] = [form.value('biometer.device_name'), form.value('biometer.manufacturer')];
  const expected = makerOf(device);
  if (!expected || !given || expected === given) return [];
  return [unusual('biometer.manufacturer', 'maker', { device, maker: expected }, { set: 'biometer.manufacturer', value: expected })];
}

function dates(form) {
  const now = new Date();
  const today = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
  const [exam, birth] = [form.value('exam_date'), form.value('patient.date_of_birth')];
  return [
    ...(exam > today ? [unusual('exam_date', 'future')] : []),
    ...(birth > (exam ?? today) ? [unusual('patient.date_of_birth', exam ? 'birth' : 'future')] : []),
  ];
}
