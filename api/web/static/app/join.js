// Joins two reports of one patient, such as the pages of both eyes. Nothing is moved between
// eyes, and nothing that differs is decided here: the user chooses (joindialog.js).
//
// A report consists of units, which come from one of the two as a whole: a keratometry with
// its axes and its index is one measurement, and half of it says nothing.

import table from './fields.js';
import { emptyEntry, inputOf, put, valueIn } from './form.js';
import { eyes, given, withheld } from './measure.js';
import { pagePath } from './places.js';

const keratometry = (kind) => ['1_magnitude', '1_axis', '2_magnitude', '2_axis'].map((end) => kind + end);
const powers = ['K', 'PK', 'TK'];
const alone = table.eye.map((field) => field.name).filter((name) => !/^K[12]_|^keratometric/.test(name));

const unitsOfEye = (eye) => [
  ...alone.map((name) => ({ name, fields: [name] })),
  ...powers.map((kind) => ({ name: kind, fields: [...keratometry(kind), ...(kind === 'K' ? ['keratometric_index'] : [])] })),
].map(({ name, fields }) => ({ key: `${eye}.${name}`, eye, name, paths: fields.map((field) => `${eye}.${field}`) }));

/** The parts of a report that are taken as a whole: {key, eye, name, paths}. The paths are those of values on the page. */
const units = [
  { key: 'device', name: 'device_name', paths: ['biometer.device_name', 'biometer.manufacturer'] },
  ...['exam_date', ...table.patient.map((field) => `patient.${field.name}`)].map((path) => ({ key: path, name: path.split('.').at(-1), paths: [path] })),
  ...eyes.flatMap(unitsOfEye),
];

const posterior = ({ name }) => ['PK', 'TK', 'posterior'].includes(name);

// What a report says of a unit: its fields, each with its value or with the entry of a withheld one.
function contentOf(response, { paths }) {
  const held = new Map(withheld(response).map((entry) => [pagePath(entry.field), entry]));
  return paths.flatMap((path) => {
    const value = valueIn(response, inputOf(path));
    return given(value) ? [{ path, value }] : held.has(path) ? [{ path, held: held.get(path) }] : [];
  });
}

const deviceNamed = (response) => response.extra_data?.posterior_keratometry?.pk_device_name ?? undefined;

// The device of the posterior values: if the report does not name it, that of the report.
const posteriorDevice = (response) => deviceNamed(response) ?? table.devices[response.data.biometer.device_name]?.posterior;

/**
 * How two responses compare, unit by unit: [{key, eye, name, contents, take}]. contents are those of both;
 * take is 0 or 1 for the one that has the unit, 'both' if they agree or complement each other, or undefined
 * if they differ.
 */
export function compare(a, b) {
  const all = units.map((unit) => {
    const contents = [a, b].map((response) => contentOf(response, unit));
    return { ...unit, contents, take: takeOf(...contents) };
  });
  const filled = all.filter(({ contents }) => contents.some((content) => content.length));
  const devices = [a, b].map(posteriorDevice);
  const bothPosterior = [0, 1].every((i) => filled.some((unit) => posterior(unit) && unit.contents[i].length));
  if (!bothPosterior || devices[0] === devices[1]) return filled;
  // One report has one device for all of them, so they are chosen together.
  const values = (i) => filled.filter(posterior).flatMap((unit) => unit.contents[i]);
  return [...filled.filter((unit) => !posterior(unit)), { key: 'posterior', name: 'posterior', devices, contents: [values(0), values(1)], take: undefined }];
}

function takeOf(a, b) {
  if (!a.length) return 1;
  if (!b.length) return 0;
  const shared = a.map((field) => [field, b.find(({ path }) => path === field.path)]).filter(([, other]) => other);
  const same = shared.every(([one, other]) => one.value === other.value && !one.held === !other.held);
  const complete = shared.length === a.length && shared.length === b.length;
  return same && (complete || shared.some(([one]) => given(one.value))) ? 'both' : undefined;
}

const ofEyes = (compared) => compared.filter((unit) => unit.eye || unit.key === 'posterior');

const facts = ({ data: { patient } }) => ['id', 'name', 'date_of_birth', 'gender'].map((name) => String(patient[name] ?? '').trim().toLowerCase());

/**
 * Whether two responses are of one patient: "same", "different", "empty" if one of them names no patient at all,
 * or "unknown" if they have no fact in common that decides.
 */
export function patients(a, b) {
  const [one, other] = [facts(a), facts(b)];
  if (![one, other].every((all) => all.some(Boolean))) return 'empty';
  if (one[0] && one[0] === other[0]) return 'same';
  if (one.some((fact, i) => fact && other[i] && fact !== other[i])) return 'different';
  return one[1] && other[1] && one[2] && other[2] ? 'same' : 'unknown';
}

/** Reports whether two responses complement each other: the same patient on the same day, each with values that the other has not. */
export function complement(a, b) {
  if (patients(a, b) !== 'same') return false;
  const compared = compare(a, b);
  const dates = compared.find((unit) => unit.key === 'exam_date');
  if (dates && dates.take === undefined) return false;
  const values = ofEyes(compared);
  return values.every((unit) => unit.take !== undefined) && [0, 1].every((i) => values.some((unit) => unit.take === i));
}

// How many reports of one patient a report is compared with: the pages of one exam are close together.
const maxApart = 8;

const known = new WeakMap(); // result → WeakMap of another result → whether they complement each other

function complements(one, other) {
  if (!known.has(one)) known.set(one, new WeakMap());
  const verdicts = known.get(one);
  if (!verdicts.has(other)) verdicts.set(other, complement(one.response, other.response));
  return verdicts.get(other);
}

/** The pairs of results that can be offered to be joined, as a Map of each to its other. */
export function pairs(results) {
  const groups = new Map();
  for (const result of results) {
    const [id, name, birth] = facts(result.response);
    for (const key of [id && `id ${id}`, name && birth && `${name} ${birth}`]) {
      if (!key) continue;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(result);
    }
  }
  const found = new Map();
  for (const group of groups.values()) {
    for (const [i, one] of group.entries()) {
      const other = found.has(one) ? undefined : group.slice(i + 1, i + 1 + maxApart).find((candidate) => !found.has(candidate) && complements(one, candidate));
      if (other) found.set(one, other).set(other, one);
    }
  }
  return found;
}

/** The units about which the user decides. */
export const open = (compared) => compared.filter((unit) => unit.take === undefined);

/**
 * The joined report as a document to upload. choices has 0 or 1 for each open unit. Remarks of both are kept,
 * and so are the withheld values of what is taken.
 */
export function joined(a, b, compared, choices, source) {
  const both = [a, b];
  const doc = emptyEntry(source);
  const held = [];
  const taken = new Set(); // which report the posterior values come from
  for (const unit of compared) {
    const take = unit.take ?? choices[unit.key];
    for (const { path, value, held: entry } of take === 'both' ? union(unit.contents) : unit.contents[take]) {
      if (entry) held.push(entry);
      else put(doc, inputOf(path), value);
      if (posterior(unit)) taken.add(take === 'both' ? 0 : take);
    }
  }
  const moved = (response) => response.data.biometer.device_name !== doc.data.biometer.device_name; // it stands under another device now
  const device = [...taken].map((i) => (moved(both[i]) ? posteriorDevice : deviceNamed)(both[i])).find(Boolean);
  if (device && doc.extra_data?.posterior_keratometry) doc.extra_data.posterior_keratometry.pk_device_name = device;
  const notes = [...new Set(both.map((response) => response.extra_data?.notes).filter(Boolean))].join('\n');
  if (notes) doc.extra_data = { ...doc.extra_data, notes };
  held.push(...both.flatMap(withheld).filter(({ field }) => field === 'notes').slice(0, 1));
  if (held.length) doc.metadata.extraction.withheld = held;
  return doc;
}

const union = ([a, b]) => [...a, ...b.filter(({ path }) => !a.some((field) => field.path === path))];
