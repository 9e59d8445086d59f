// The history that this browser keeps, under biom.history:
//
//   {version: 1, keep: true, entries: [{code, expires, db, device, exam, initials, saved}, …]}
//
// The newest entry is first. Nothing else of a report is kept. Other tabs of the
// browser write it too, so it is read again before each change.

import { load, save } from './stored.js';
import { redraw } from './redraw.js';

const version = 1;
const most = 200;
const empty = () => ({ version, keep: true, entries: [] });

let known = read(); // what is shown; all there is where nothing can be stored

function read() {
  const stored = load('history');
  if (stored?.version !== version || !Array.isArray(stored.entries)) return undefined;
  return { version, keep: stored.keep !== false, entries: stored.entries.filter((entry) => typeof entry?.code === 'string') };
}

addEventListener('storage', (e) => {
  if (e.key !== 'biom.history' && e.key !== null) return;
  known = read();
  redraw();
});

/** Whether a history is kept. */
export const keeps = () => (known ?? empty()).keep;

/** The entries, the newest first. */
export const entries = () => (known ?? empty()).entries;

/** Whether the browser lets the page store anything. */
export function storable() {
  const probe = String(Math.random());
  save('probe', probe);
  const can = load('probe') === probe;
  save('probe', undefined);
  return can;
}

function change(f) {
  known = f(read() ?? known ?? empty());
  save('history', known);
  redraw();
}

/** Adds the share of a response. */
export function add(response) {
  change((old) => (old.keep ? { ...old, entries: [entryOf(response), ...without(old.entries, response.biompin.pin)].slice(0, most) } : old));
}

function entryOf({ data, biompin }) {
  return {
    code: biompin.pin, expires: biompin.expires_at, db: biompin.db_id,
    device: data.biometer.device_name, exam: data.exam_date, initials: data.patient.name,
    saved: new Date().toISOString(),
  };
}

const without = (all, code) => all.filter((entry) => entry.code !== code);

/** Forgets one entry. */
export const forget = (code) => change((old) => ({ ...old, entries: without(old.entries, code) }));

/** Forgets all entries. */
export const forgetAll = () => change((old) => ({ ...old, entries: [] }));

/** Begins to keep a history, or forgets the one there is and keeps none. */
export const keep = (on) => change(() => ({ ...empty(), keep: on }));
