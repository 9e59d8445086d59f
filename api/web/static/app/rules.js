// What the service will say of values that belong together, and what it makes
// sense to ask about. Ranges are in the table of fields.

import fields from './fields.js';
import { inputs, valueOf } from './form.js';
import { eyes } from './measure.js';
import { valid } from './readings.js';
import { mayBecome } from './number.js';

const tolerance = 5; // degrees that two axes may be off the right angle

/** The manufacturer of a device, undefined if it is not known. */
export const makerOf = (device) => fields.devices[device]?.maker;

/** One keratometry of one eye: the names of its four inputs. */
const keratometry = (kind, prefix) => ({
  kind, flat: `${prefix}${kind}1_magnitude`, flatAxis: `${prefix}${kind}1_axis`, steep: `${prefix}${kind}2_magnitude`, steepAxis: `${prefix}${kind}2_axis`,
});

const keratometries = eyes.flatMap((eye) => [
  keratometry('K', `${eye}.`), keratometry('PK', `posterior.${eye}.`), keratometry('TK', `posterior.${eye}.`),
]);

/**
 * What the rules find, as {name, level, key, params, offer}. typing is the name
 * of the input that has the focus: what can still become right is not wrong yet.
 */
export function ruled(values, typing) {
  const at = {
    typing,
    text: (name) => values[name] ?? '',
    given: (name) => valueOf(inputs.get(name), values[name]) !== undefined,
    value: (name) => valid(inputs.get(name), values[name]),
  };
  return [...keratometries.flatMap((k) => [...together(at, k), ...ordered(at, k), ...perpendicular(at, k)]), ...posteriorDevice(at), ...maker(at), ...days(at)];
}

const error = (name, key, params, offer) => ({ name, level: 'error', key: `rule.${key}`, params, offer });
const unusual = (name, key, params, offer) => ({ name, level: 'unusual', key: `rule.${key}`, params, offer });
const other = (name) => ({ other: inputs.get(name).field.name });

// Magnitudes come both or neither, and so do axes, which need magnitudes. That
// can be said once the four inputs were left.
function together(at, { flat, flatAxis, steep, steepAxis }) {
  if ([flat, flatAxis, steep, steepAxis].includes(at.typing)) return [];
  const axis = [flatAxis, steepAxis].find(at.given);
  const bare = axis && !at.given(flat) && !at.given(steep);
  const names = { flat: inputs.get(flat).field.name, steep: inputs.get(steep).field.name };
  return [...(bare ? [error(axis, 'bare-axis', names)] : []), ...[[flat, steep], [flatAxis, steepAxis]].flatMap(([a, b]) => {
    if (at.given(a) === at.given(b)) return [];
    return [at.given(a) ? error(b, 'together', other(a)) : error(a, 'together', other(b))];
  })];
}

// 1 is the flat meridian, 2 the steep one.
function ordered(at, k) {
  const [flat, steep] = [at.value(k.flat), at.value(k.steep)];
  if (!(flat > steep)) return [];
  if (at.typing === k.steep && mayBecome(at.text(k.steep), flat, inputs.get(k.steep).field.max)) return [];
  if (at.typing === k.flat && mayBecome(at.text(k.flat), inputs.get(k.flat).field.min, steep)) return [];
  return [error(k.steep, 'steeper', other(k.flat), { exchange: [[k.flat, k.steep], [k.flatAxis, k.steepAxis]], kind: k.kind })];
}

// Equal magnitudes have no meridians, so any axes will do.
function perpendicular(at, k) {
  const { value, typing, text } = at;
  const [a, b] = [value(k.flatAxis), value(k.steepAxis)];
  if (!(value(k.flat) !== value(k.steep) && value(k.flat) && value(k.steep)) || !(angle(a, b) < 90 - tolerance)) return [];
  const fits = (own, against) => typing === own && degreesOf(inputs.get(own).field).some((d) => String(d).startsWith(text(own).trim()) && angle(d, value(against)) >= 90 - tolerance);
  if (fits(k.flatAxis, k.steepAxis) || fits(k.steepAxis, k.flatAxis)) return [];
  return [error(k.steepAxis, 'perpendicular', { ...other(k.flatAxis), within: tolerance })];
}

const degreesOf = ({ min, max }) => Array.from({ length: max - min + 1 }, (_, i) => min + i);

/** The angle between two axes, 0 to 90: 0 and 180 are the same. */
function angle(a, b) {
  const apart = Math.abs(a - b);
  return Math.min(apart, 180 - apart);
}

// TK is measured by one device only.
function posteriorDevice(at) {
  const name = 'posterior.pk_device_name';
  const gives = (kind) => eyes.some((eye) => fields.posterior.some((f) => f.name.startsWith(kind) && at.given(`posterior.${eye}.${f.name}`)));
  const offer = (value) => ({ set: name, value });
  if (gives('TK')) return at.value(name) === fields.totalDevice ? [] : [error(name, 'total', { device: fields.totalDevice }, offer(fields.totalDevice))];
  if (!gives('PK') || at.given(name)) return [];
  const proposed = fields.devices[at.value('biometer.device_name')]?.posterior;
  return [unusual(name, 'which', undefined, proposed && offer(proposed))];
}

function maker(at) {
  const [device, given] = [at.value('biometer.device_name'), at.value('biometer.manufacturer')];
  const usual = makerOf(device);
  if (!usual || !given || usual === given) return [];
  return [unusual('biometer.manufacturer', 'maker', { device, maker: usual }, { set: 'biometer.manufacturer', value: usual })];
}

function days(at) {
  const now = new Date();
  const today = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
  const [exam, birth] = [at.value('exam_date'), at.value('patient.date_of_birth')];
  return [
    ...(exam > today ? [unusual('exam_date', 'future')] : []),
    ...(birth > (exam ?? today) ? [unusual('patient.date_of_birth', exam ? 'birth' : 'future')] : []),
  ];
}
