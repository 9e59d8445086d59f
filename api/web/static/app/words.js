// Words, numbers and dates in the reader's language.

import en from '../words/en.js';
import de from '../words/de.js';
import es from '../words/es.js';
import fr from '../words/fr.js';
import pt from '../words/pt.js';
import { load, save } from './stored.js';
import { redraw } from './redraw.js';

const all = { en, de, es, fr, pt };

/** The languages by their own names. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' };

let chosen = known([load('language'), ...navigator.languages]);
document.documentElement.lang = chosen;

function known(wanted) {
  return wanted.map((tag) => String(tag ?? '').slice(0, 2).toLowerCase()).find((tag) => tag in all) ?? 'en';
}

/** The chosen language: en, de, es, fr or pt. */
export const language = () => chosen;

/** Chooses a language for this browser. */
export function choose(tag) {
  chosen = known([tag]);
  document.documentElement.lang = chosen;
  save('language', chosen);
  redraw();
}

/** The words of a key, with {name} replaced by a parameter. */
export function t(key, params = {}) {
  const words = all[chosen][key] ?? en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** Like t, with the form for a number: the keys end in .one and .other. {n} is the number. */
t.n = (key, n, params = {}) => t(`${key}.${n === 1 ? 'one' : 'other'}`, { n: number(n), ...params });

/** Whether there are words for a key. */
export const has = (key) => key in en;

/**
 * A number as the language writes it, with all the decimals that it has. Not
 * for measurements: see measure.js.
 */
export function number(value, digits) {
  const options = digits === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter(Intl.NumberFormat, options).format(value);
}

/** A date, YYYY-MM-DD, with its month in letters: 03/04 would be two dates. */
export function date(iso) {
  const day = new Date(iso + 'T00:00:00Z');
  return Number.isNaN(day.getTime()) ? iso : format(day, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** A time of day and its date, where the reader is. */
export function moment(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format(at, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
}

// To make a formatter takes a hundred times as long as to use it.
const formatters = new Map();

function formatter(kind, options) {
  const name = chosen + kind.name + JSON.stringify(options);
  if (!formatters.has(name)) formatters.set(name, new kind(chosen, options));
  return formatters.get(name);
}

const format = (at, options) => formatter(Intl.DateTimeFormat, options).format(at);

/** How long something takes: "45 s", "3 min". */
export function span(seconds) {
  if (seconds < 90) return t('time.seconds', { n: Math.max(0, Math.round(seconds)) });
  if (seconds < 5400) return t('time.minutes', { n: Math.round(seconds / 60) });
  return t('time.hours', { n: Math.round(seconds / 3600) });
}

/** A field of the report by its name, for people. */
export const fieldName = (name) => t('field.' + name);

const units = { diopters: 'D', degrees: '°', micrometers: 'µm', mm: 'mm' };

/** A unit of the table of fields as reports print it. */
export const unit = (name) => units[name] ?? name ?? '';
