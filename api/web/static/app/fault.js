// The service's faults of single values in the user's language: which value of which eye, what is
// wrong, and what is allowed. The service names the rule that was broken (biometry.Rule).

import table from './fields.js';
import { t, fieldName, has, range } from './words.js';
import { tolerance } from './rules.js';

const all = [...table.eye, ...table.posterior, ...table.patient, table.device, table.manufacturer, table.examDate, table.notes, table.posteriorDevice];
const fields = new Map(all.map((field) => [field.name, field]));

/** The name of the value that a fault is about, with its eye; the path if it is no field of a report. */
export function faultName({ path }) {
  const names = path.split('.');
  const name = names.at(-1);
  if (!fields.has(name)) return has('field.' + name) ? fieldName(name) : path || t('fault.document');
  const eye = names.find((part) => part.endsWith('_eye'));
  return fieldName(name) + (eye ? `, ${fieldName(eye)}` : '');
}

/** What is wrong, in words. */
export function faultText({ path, rule }) {
  const name = path.split('.').at(-1);
  const field = fields.get(name);
  const words = wordsOf[rule]?.(name, field);
  return words ?? t(has('fault.' + rule) ? 'fault.' + rule : 'fault.other');
}

const allowed = (field) => (field?.min === undefined ? t('fault.out_of_range') : t('rule.range', { range: range(field) }));

// The other value of a pair: K1_axis belongs to K2_axis.
const other = (name) => ({ other: fieldName(name.replace(/^([PT]?K)([12])/, (_, kind, n) => kind + (3 - n))) });
const power = (name, n) => fieldName(name.replace(/[12]_axis$/, `${n}_magnitude`));

const wordsOf = {
  out_of_range: (name, field) => allowed(field),
  not_whole: (name, field) => `${t('rule.whole')} ${allowed(field)}`,
  wrong_kind: (name, field) => (field?.min === undefined ? undefined : `${t('rule.number')} ${allowed(field)}`),
  not_allowed: (name, field) => (field?.values ? t('fault.one-of', { values: field.values.join(', ') }) : undefined),
  too_long: (name, field) => (field?.maxLength ? t('fault.longest', { max: field.maxLength }) : undefined),
  bare_axis: (name) => t('rule.bare-axis', { flat: power(name, 1), steep: power(name, 2) }),
  incomplete_pair: (name) => t('rule.together', other(name)),
  flat_above_steep: (name) => t('rule.steeper', other(name)),
  not_perpendicular: (name) => t('rule.perpendicular', { ...other(name), within: tolerance }),
  wrong_total_device: () => t('rule.total', { device: table.totalDevice }),
};
