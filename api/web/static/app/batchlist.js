// The list of a batch: which files are shown, in which order, and which one is open.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { t, number } from './words.js';
import { redraw } from './redraw.js';
import { shown as shownTab } from './tabs.js';
import { card, columns } from './jobcard.js';
import { focusOn } from './focus.js';
import { pairs } from './join.js';
import { countStands, lookFirst, standOf, stands } from './triage.js';

let only = 'all'; // which files are shown: 'all' or an element of stands
let sorted = false; // what needs a look stands first
let listed = []; // the jobs in the order in which they are shown
let selected = new Set(); // the jobs that the user has selected to be joined

/** The list of the jobs. actions has a function for each button of a row that changes the queue. */
export function listView(jobs, actions) {
  const count = countStands(jobs);
  const inOrder = sorted ? lookFirst(jobs) : jobs;
  const done = jobs.filter((job) => job.state === 'done');
  selected = new Set(done.filter((job) => selected.has(job)));
  const offers = offersAmong(done);
  const view = (job) => card(job, { ...actions, ...own }, { selectable: done.length > 1, selected: selected.has(job), partner: offers.get(job.result) });
  listed = only === 'all' ? inOrder : inOrder.filter((job) => job.open || standOf(job) === only); // what is read stays
  return html`
    ${jobs.length > 1 ? choices(jobs.length, count) : nothing}
    ${selected.size ? selection(actions) : nothing}
    <div class="job-list ${listed.some((job) => job.open) ? '' : 'closed'}">
      ${done.length ? columns(done.length > 1) : nothing}
      <ul class="jobs" aria-label=${t('batch.list')}>${repeat(listed, (job) => job.id, view)}</ul>
    </div>
    ${listed.length ? nothing : html`<p class="soft">${t('batch.none')}</p>`}`;
}

/** Shows all files in the order in which they were added. */
export function reset() {
  [only, sorted, listed, selected] = ['all', false, [], new Set()];
}

// The pairs that are offered, as a Map of a result to the job of its other. They change only with the results.
let known = [];
let offers = new Map();

function offersAmong(done) {
  if (done.length !== known.length || done.some((job, i) => job !== known[i])) {
    known = done;
    const jobOf = new Map(done.map((job) => [job.result, job]));
    offers = new Map([...pairs([...jobOf.keys()])].map(([one, other]) => [one, jobOf.get(other)]));
  }
  return offers;
}

function selection({ join }) {
  return html`<div class="note row" role="group" aria-label=${t('join.title')}><p class="grow" role="status">${t.n('join.selected', selected.size)}</p>
    <button class="button" id="batch-join" ?disabled=${selected.size !== 2} @click=${() => join(...selected)}>${t('join.selected.join')}</button>
    <button class="button quiet" id="batch-unselect" @click=${() => { selected = new Set(); redraw(); focusOn('.job-select'); }}>${t('join.unselect')}</button></div>`;
}

function choices(all, count) {
  const choice = (which, n) => html`<label><input type="radio" name="batch-only" value=${which} .checked=${only === which}
    @change=${() => { only = which; redraw(); }}> ${t('batch.only.' + which)} <span class="count">${number(n)}</span></label>`;
  return html`<div class="row job-choices">
    <fieldset><legend class="visually-hidden">${t('batch.only')}</legend><span class="choice">${choice('all', all)}
      ${stands.filter((stand) => count[stand] || only === stand).map((stand) => choice(stand, count[stand]))}</span></fieldset>
    <label class="switch"><input type="checkbox" id="batch-first" .checked=${sorted} @change=${(e) => { sorted = e.target.checked; redraw(); }}> ${t('batch.first')}</label>
  </div>`;
}

const own = {
  select: (job) => { if (!selected.delete(job)) selected.add(job); redraw(); },
  open: (job) => (job.open ? close(job) : open(job)),
  mark,
  previous: (job) => open(beside(job, -1)),
  next: (job) => open(beside(job, 1)),
  'next-look': (job) => open(nextLook(job)),
};

const opens = (job) => job.state === 'done';

// The next report in a direction, if there is one. Without a present one it is the first.
function beside(job, step) {
  for (let at = listed.indexOf(job) + step; at >= 0 && at < listed.length; at += step) if (opens(listed[at])) return listed[at];
  return undefined;
}

// The next report that needs a look. After the last one it is the first.
function nextLook(job) {
  const at = listed.indexOf(job) + 1;
  return [...listed.slice(at), ...listed.slice(0, at)].find((other) => other !== job && standOf(other) === 'check');
}

/** Opens a report in its row and closes the one before, so that a list of hundreds stays short. */
export function open(job) {
  if (!job) return;
  for (const other of listed) other.open = false;
  job.open = true;
  redraw();
  setTimeout(() => {
    const row = document.getElementById(`job-${job.id}`);
    row?.querySelector('.job-open')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'start' });
  });
}

function close(job) {
  job.open = false;
  redraw();
}

function mark(job) {
  job.checked = !job.checked;
  redraw();
}

const keys = {
  j: (job) => own.next(job),
  k: (job) => own.previous(job),
  J: (job) => own['next-look'](job),
  m: (job) => job && mark(job),
};

// The keys are those of the open report, or else of the row that has the focus.
addEventListener('keydown', (e) => {
  const act = keys[e.shiftKey ? e.key.toUpperCase() : e.key.toLowerCase()];
  if (!act || shownTab() !== 'batch' || e.ctrlKey || e.altKey || e.metaKey || e.isComposing || e.defaultPrevented) return;
  if (e.target.closest?.('input, select, textarea, dialog, [contenteditable]') || document.querySelector('dialog[open]')) return;
  const focused = listed.find((job) => `job-${job.id}` === e.target.closest?.('.job')?.id);
  const present = listed.find((job) => job.open) ?? focused;
  e.preventDefault();
  act(present && opens(present) ? present : e.key === 'm' ? undefined : present);
});
