// The rows of a result in clinical order, for the table on the page and for the
// text that is copied.

import table from './fields.js';
import { t, fieldName, unit } from './words.js';
import { computed, current, doubtOf, eyes, eyesOf, given, measured, rounded, shownValue } from './measure.js';

const units = new Map([...table.eye, ...table.posterior].map((f) => [f.name, unit(f.unit)]));

// A row has a list of parts for each eye: {name, text, before, after}. name is the
// name of the field or of the computed value; text is undefined if there is no
// value; before and after surround it. shown returns the text of a value.
const plain = (name) => ({ name, unit: units.get(name), parts: (v, shown) => [{ name, text: shown(name) }] });

const meridian = (name) => {
  const [magnitude, axis] = [name + '_magnitude', name + '_axis'];
  return { name, parts: (v, shown) => power(magnitude, shown(magnitude), axis, shown(axis)) };
};

const power = (name, text, axisName, axis) => [
  { name, text, after: ' ' + unit('diopters') },
  { name: axisName, text: axis, before: ' @ ', after: unit('degrees') },
];

const mean = (kind) => {
  const name = kind + '_mean';
  const derived = (v) => computed(v, kind);
  return { name, computed: true, unit: unit('diopters'), parts: (v) => [{ name, text: derived(v) && rounded(derived(v).mean) }] };
};

const cylinder = (kind) => {
  const name = kind + '_cylinder';
  const parts = (v, shown) => {
    const derived = computed(v, kind);
    const both = power(name, derived && rounded(derived.cylinder), name + '_axis', given(derived?.axis) ? shown(kind + '2_axis') : undefined);
    return given(derived?.axis) ? both : both.slice(0, 1);
  };
  return { name, computed: true, parts };
};

const groups = [
  { name: 'axial', rows: [plain('AL'), plain('ACD'), plain('LT'), plain('CCT'), plain('WTW')] },
  { name: 'anterior', rows: [meridian('K1'), meridian('K2'), cylinder('K'), mean('K'), plain('keratometric_index')] },
  { name: 'state', rows: [plain('lens_status'), plain('post_refractive')] },
  { name: 'posterior', optional: true, rows: [meridian('PK1'), meridian('PK2')] },
  { name: 'total', optional: true, rows: [meridian('TK1'), meridian('TK2'), cylinder('TK'), mean('TK')] },
];

/** The groups of rows that are shown for a response, [{title, device, rows}]: optional ones only if they have a value. */
export function groupsOf(response) {
  const filled = (row) => eyes.some((eye) => partsOf(row, response, eye).some((p) => p.text !== undefined || p.doubt));
  const device = current(response).extra_data?.posterior_keratometry?.pk_device_name;
  return groups.filter((g) => !g.optional || g.rows.some(filled)).map((g) => ({
    title: t('report.group.' + g.name),
    device: g.optional ? device : undefined,
    rows: g.rows,
  }));
}

/** The parts of a row for an eye. doubt is why the value was withheld, if it was: an entry of withheld(response). */
export function partsOf(row, response, eye) {
  return row.parts(measured(response, eye), (name) => shownValue(response, eye, name)).map((part) => ({ before: '', after: '', ...part, doubt: doubtOf(response, `${eye}.${part.name}`) }));
}

export const label = (row) => fieldName(row.name) + (row.computed ? ` (${t('report.computed')})` : '');

/**
 * The eyes as lines of cells separated by tabs. The cells contain their units: a
 * spreadsheet with decimal commas would read a bare 12.11 as a date.
 */
export function textTable(response) {
  const [rows, columns] = [groupsOf(response).flatMap((g) => g.rows), eyesOf(response)];
  const line = (row) => [label(row), ...columns.map((eye) => text(row, partsOf(row, response, eye)))];
  return [['', ...columns.map(fieldName)], ...rows.map(line)].map((cells) => cells.join('\t')).join('\n');
}

function text(row, parts) {
  if (parts.every((p) => p.text === undefined)) return missing(parts[0]);
  return parts.map((p) => p.before + (p.text === undefined ? missing(p) : p.text + p.after)).join('') + (row.unit ? ' ' + row.unit : '');
}

const missing = (part) => (part.doubt ? t('report.held') : '–');
