// The history, which the browser stores under biom.history:
//
//   {version: 1, keep: true, entries: [{code, expires, db, device, exam, initials, saved}, …]}
//
// The newest entry is first. Nothing else of a report is stored. Other tabs of the
// browser write it too, so it is read again before each change.

import { load, save } from './stored.js';
import { redraw } from './redraw.js';

const version = 1;
const maxEntries = 200;
const empty = () => ({ version, keep: true, entries: [] });

let current = read(); // the history that is shown; the only copy if the browser stores nothing

function read() {
  const stored = load('history');
  if (stored?.version !== version || !Array.isArray(stored.entries)) return undefined;
  return { version, keep: stored.keep !== false, entries: stored.entries.filter((entry) => typeof entry?.code === 'string') };
}

addEventListener('storage', (e) => {
  if (e.key !== 'biom.history' && e.key !== null) return;
  current = read();
  redraw();
});

/** Reports whether a history is kept. */
export const keeps = () => (current ?? empty()).keep;

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
  save('history', current);
  redraw();
}

/** Adds the share of a response. */
export function add(response) {
  change((old) => (old.keep ? { ...old, entries: [entryOf(response), ...without(old.entries, response.biompin.pin)].slice(0, maxEntries) } : old));
}

function entryOf({ data, biompin }) {
  return {
    code: biompin.pin, expires: biompin.expires_at, db: biompin.db_id,
    device: data.biometer.device_name, exam: data.exam_date, initials: data.patient.name,
    saved: new Date().toISOString(),
  };
}

const without = (all, code) => all.filter((entry) => entry.code !== code);

/** Deletes the entry with this code. */
export const forget = (code) => change((old) => ({ ...old, entries: without(old.entries, code) }));

/** Deletes all entries. */
export const forgetAll = () => change((old) => ({ ...old, entries: [] }));

/** Turns the history on or off. Turning it off deletes all entries. */
export const keep = (on) => change(() => ({ ...empty(), keep: on }));
