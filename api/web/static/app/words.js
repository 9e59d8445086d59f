// Texts, numbers and dates in the user's language.

import en from '../words/en.js';
import de from '../words/de.js';
import es from '../words/es.js';
import fr from '../words/fr.js';
import pt from '../words/pt.js';
import { load, save } from './stored.js';
import { redraw } from './redraw.js';

const vocabularies = { en, de, es, fr, pt };

/** The languages by their own names. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' };

let chosen = firstSupported([load('language'), ...navigator.languages]);
document.documentElement.lang = chosen;

function firstSupported(wanted) {
  return wanted.map((tag) => String(tag ?? '').slice(0, 2).toLowerCase()).find((tag) => tag in vocabularies) ?? 'en';
}

/** The chosen language: en, de, es, fr or pt. */
export const language = () => chosen;

/** Chooses a language for this browser. */
export function choose(tag) {
  chosen = firstSupported([tag]);
  document.documentElement.lang = chosen;
  save('language', chosen);
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
