// The rows of the result in clinical order, for the table and for the text
// that is copied.

import table from './fields.js';
import { t, fieldName, unit } from './words.js';
import { computed, digits, eyes, given, isHeld, measured, rounded, word } from './measure.js';

const units = new Map([...table.eye, ...table.posterior].map((f) => [f.name, unit(f.unit)]));

// What a row says of an eye is a list of parts: {name, text, before, after}.
// Name is the field's or that of what was computed; text is undefined where
// nothing was given.
const plain = (name) => ({ name, unit: units.get(name), parts: (v) => [{ name, text: said(v[name]) }] });

const said = (value) => (given(value) ? (typeof value === 'number' ? digits(value) : word(value)) : undefined);

const meridian = (name) => ({ name, parts: (v) => power(name + '_magnitude', said(v[name + '_magnitude']), name + '_axis', said(v[name + '_axis'])) });

const power = (name, text, axisName, axis) => [
  { name, text, after: ' ' + unit('diopters') },
  { name: axisName, text: axis, before: ' @ ', after: unit('degrees') },
];

const mean = (kind) => {
  const name = kind + '_mean';
  const of = (v) => computed(v, kind);
  return { name, computed: true, unit: unit('diopters'), parts: (v) => [{ name, text: of(v) && rounded(of(v).mean) }] };
};

const cylinder = (kind) => {
  const name = kind + '_cylinder';
  const parts = (v) => {
    const of = computed(v, kind);
    const both = power(name, of && rounded(of.cylinder), name + '_axis', said(of?.axis));
    return given(of?.axis) ? both : both.slice(0, 1);
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

/** The groups that a response has something for: [{title, rows}]. */
export function groupsOf(response, withheld) {
  const filled = (row) => eyes.some((eye) => partsOf(row, response, eye, withheld).some((p) => p.text !== undefined || p.held));
  const device = response.extra_data?.posterior_keratometry?.pk_device_name;
  return groups.filter((g) => !g.optional || g.rows.some(filled)).map((g) => ({
    title: t('report.group.' + g.name) + (g.optional && device ? ` · ${device}` : ''),
    rows: g.rows,
  }));
}

/** What a row says of an eye, with held set where a value was read but not trusted. */
export function partsOf(row, response, eye, withheld) {
  return row.parts(measured(response, eye)).map((part) => ({ before: '', after: '', ...part, held: isHeld(withheld, eye, part.name) }));
}

export const label = (row) => fieldName(row.name) + (row.computed ? ` (${t('report.computed')})` : '');

/**
 * Both eyes as lines of columns between tabs. Units stand in the cells: a
 * spreadsheet with decimal commas would make a date of 12.11 without one.
 */
export function textTable(response, withheld) {
  const rows = groupsOf(response, withheld).flatMap((g) => g.rows);
  const line = (row) => [label(row), ...eyes.map((eye) => text(row, partsOf(row, response, eye, withheld)))];
  return [['', ...eyes.map(fieldName)], ...rows.map(line)].map((cells) => cells.join('\t')).join('\n');
}

function text(row, parts) {
  if (parts.every((p) => p.text === undefined)) return missing(parts[0]);
  return parts.map((p) => p.before + (p.text === undefined ? missing(p) : p.text + p.after)).join('') + (row.unit ? ' ' + row.unit : '');
}

const missing = (part) => (part.held ? t('report.held') : '–');
