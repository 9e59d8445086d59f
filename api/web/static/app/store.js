// The history, which the browser stores under biom.history:
//
//   {version: 2, keep: true, own: true, entries: [{code, expires, db, device, exam, initials, saved}, …]}
//
// own is true if the user has said that nobody else uses the computer, false if others
// do, and missing while the user has said nothing. code is the complete share code if
// own is true. Otherwise it is only the code's two words: they tell the shares apart, and
// open nothing without the number. Version 1 had no own, and complete codes.
//
// The newest entry is first. Nothing else of a report is stored. Other tabs of the
// browser write it too, so it is read again before each change.

import { load, save } from './stored.js';
import { redraw } from './redraw.js';

const version = 2;
const maxEntries = 200;
const empty = () => ({ version, keep: true, entries: [] });

// The complete codes that this page knows, by their words. They are never stored. If the
// user says that the computer is their own, they complete the entries.
const known = new Map();

let current; // the history that is shown; the only copy if the browser stores nothing
refresh();

// Reads the history. Complete codes that should not be stored are replaced at once.
function refresh() {
  current = read();
  if (current && load('history').version !== version) save('history', current);
}

function read() {
  const stored = load('history');
  if (!(stored?.version === version || stored?.version === 1) || !Array.isArray(stored.entries)) return undefined;
  const own = stored.version === version && typeof stored.own === 'boolean' ? stored.own : undefined;
  const entries = stored.entries.filter((entry) => typeof entry?.code === 'string');
  return { version, keep: stored.keep !== false, own, entries: own ? entries : entries.map(reduced) };
}

/** The two words of a share code. */
export function wordsOf(code) {
  return code.split('-').slice(0, 2).join('-');
}

function reduced(entry) {
  const words = wordsOf(entry.code);
  if (entry.code !== words) known.set(words, entry.code);
  return { ...entry, code: words };
}

const completed = (entry) => ({ ...entry, code: known.get(entry.code) ?? entry.code });

addEventListener('storage', (e) => {
  if (e.key !== 'biom.history' && e.key !== null) return;
  refresh();
  redraw();
});

/** Reports whether a history is kept. */
export const keeps = () => (current ?? empty()).keep;

/** Reports whether the computer is the user's own; undefined if the user has not said. */
export const own = () => current?.own;

/** The entries, the newest first. */
export const entries = () => (current ?? empty()).entries;

/** Reports whether the browser lets the page store anything. */
export function storable() {
  const probe = String(Math.random());
  save('probe', probe);
  const works = load('probe') === probe;
  save('probe', undefined);
  return works;
}

function change(f) {
  current = f(read() ?? current ?? empty());
  if (current.own === false) known.clear();
  save('history', current);
  redraw();
}

/** Adds the share of a response. */
export function add(response) {
  change((old) => {
    if (!old.keep) return old;
    const entry = old.own ? entryOf(response) : reduced(entryOf(response));
    return { ...old, entries: [entry, ...without(old.entries, entry.code)].slice(0, maxEntries) };
  });
}

function entryOf({ data, biompin }) {
  return {
    code: biompin.pin, expires: biompin.expires_at, db: biompin.db_id,
    device: data.biometer.device_name, exam: data.exam_date, initials: data.patient.name,
    saved: new Date().toISOString(),
  };
}

const without = (all, code) => all.filter((entry) => wordsOf(entry.code) !== wordsOf(code));

/** Deletes the entry with this code. */
export const forget = (code) => change((old) => ({ ...old, entries: without(old.entries, code) }));

/** Deletes all entries. */
export const forgetAll = () => change((old) => ({ ...old, entries: [] }));

/** Turns the history on or off. Turning it off deletes all entries. */
export const keep = (on) => change((old) => ({ ...empty(), own: old.own, keep: on }));

/** Notes whether the computer is the user's own, and keeps complete codes only then. */
export const setOwn = (yes) => change((old) => ({ ...old, own: yes, entries: old.entries.map(yes ? completed : reduced) }));
