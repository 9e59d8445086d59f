// Texts, numbers and dates in the user's language.

import en from '../words/en.js';
import { save } from './stored.js';
import { redraw } from './redraw.js';

const modules = { // loaded when they are needed
  de: () => import('../words/de.js'), es: () => import('../words/es.js'), fr: () => import('../words/fr.js'), pt: () => import('../words/pt.js'),
};
const vocabularies = { en }; // those that are loaded

/** The languages by their own names. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' };

let chosen = 'en';
let wanted; // the language that was asked for last

/** Resolves when the page can be drawn in the language that language.js has chosen; in English if its texts cannot be loaded. */
export const ready = use(document.documentElement.lang);

// Makes a language the chosen one as soon as its texts are loaded, unless another one is asked for meanwhile.
async function use(tag) {
  wanted = tag;
  try {
    vocabularies[tag] ??= (await modules[tag]()).default;
    if (wanted === tag) chosen = tag;
  } catch { /* the language stays as it is */ }
  document.documentElement.lang = chosen;
}

/** The chosen language: en, de, es, fr or pt. */
export const language = () => chosen;

/** Chooses a language for this browser. If its texts cannot be loaded, the page keeps its language. */
export async function choose(tag) {
  await use(tag);
  if (chosen === tag) save('language', tag);
  redraw();
}

/** The text of a key. Each {name} in it is replaced by the parameter of that name. */
export function t(key, params = {}) {
  const words = vocabularies[chosen][key] ?? en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** Like t, for a text that depends on a number: its keys end in .one and .other, and {n} is the number. */
t.n = (key, n, params = {}) => t(`${key}.${n === 1 ? 'one' : 'other'}`, { n: number(n), ...params });

/** Reports whether there is a text for a key. */
export const has = (key) => key in en;

/**
 * A number in the language's notation, with all its decimals or with the given
 * number of them. Not for measurements: see digits in measure.js.
 */
export function number(value, digits) {
  const options = digits === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter(Intl.NumberFormat, options).format(value);
}

/** A date, given as YYYY-MM-DD, with its month in letters: 03/04 would be ambiguous. */
export function date(iso) {
  const day = new Date(iso + 'T00:00:00Z');
  return Number.isNaN(day.getTime()) ? iso : format(day, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** A date and time of day in the user's time zone. */
export function moment(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format(at, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
}

// Formatters are kept: making one takes a hundred times as long as using it.
const formatters = new Map();

function formatter(kind, options) {
  const name = chosen + kind.name + JSON.stringify(options);
  if (!formatters.has(name)) formatters.set(name, new kind(chosen, options));
  return formatters.get(name);
}

const format = (at, options) => formatter(Intl.DateTimeFormat, options).format(at);

/** A duration, such as "45 s" or "3 min". */
export function span(seconds) {
  if (seconds < 90) return t('time.seconds', { n: Math.max(0, Math.round(seconds)) });
  if (seconds < 5400) return t('time.minutes', { n: Math.round(seconds / 60) });
  return t('time.hours', { n: Math.round(seconds / 3600) });
}

/** The translated name of a field of the report. */
export const fieldName = (name) => t('field.' + name);

/** The short name of a field, as printouts have it: AL, K1 for its power, and K1 axis. */
export function shortName(name) {
  const [, meridian, part] = /^(\w+)_(magnitude|axis|cylinder)$/.exec(name) ?? [];
  if (part === 'axis') return t('field.axis', { name: meridian });
  if (part) return part === 'cylinder' ? `Δ${meridian}` : meridian;
  return /^[A-Z]+$/.test(name) ? name : fieldName(name);
}

const units = { diopters: 'D', degrees: '°', micrometers: 'µm', mm: 'mm' };

/** The symbol of a unit of the table of fields. */
export const unit = (name) => units[name] ?? name ?? '';

/** A value of a field with its unit: "23.45 mm", "90°". */
export const withUnit = (value, { unit: of }) => `${value}${of === 'degrees' ? '' : ' '}${unit(of)}`.trim();

/** A range with the unit of a field, "14 to 40 mm": what the field allows, or the given one. */
export const range = (field, [min, max] = [field.min, field.max]) => withUnit(t('rule.from-to', { min, max }), field);
