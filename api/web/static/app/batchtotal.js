// The progress of a whole batch, and the buttons that act on all its files.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, number, span } from './words.js';
import { kindOf, remaining } from './failure.js';
import { countStands } from './triage.js';

/** The progress bar, the speed, the pause and the buttons of a batch. */
export function totalView(queue, { exporting, actions }) {
  const count = countStates(queue.jobs);
  return html`<section class="card stack total" aria-label=${t('batch.total')}>
    <p id="batch-says"><strong>${t('batch.of', { ended: number(count.ended), all: number(queue.jobs.length) })}</strong>${speed(queue, count)}</p>
    <progress id="batch-progress" max=${queue.jobs.length} value=${count.progress} aria-labelledby="batch-says"></progress>
    ${queue.pause.on ? pauseView(queue.pause, actions) : nothing}
    <p class="soft" role="status">${count.open ? nothing : outcome(count, countStands(queue.jobs))}</p>
    <div class="row">${buttons(queue.jobs, count, exporting, actions)}</div>
    ${typeof exporting === 'number' ? html`<p role="status">${t.n('batch.exported', exporting)}</p>` : nothing}
  </section>`;
}

function countStates(jobs) {
  const count = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0, progress: 0 };
  for (const job of jobs) {
    count[job.state]++;
    count.progress += job.state === 'waiting' || job.state === 'running' ? job.progress : 1;
  }
  count.open = count.waiting + count.running;
  count.ended = jobs.length - count.open;
  return count;
}

function speed({ pace, pause }, { open }) {
  const now = Date.now();
  const rate = pace.rate(now);
  if (!rate || !open || pause.on) return nothing;
  return t('batch.pace', { rate: number(rate, rate < 10 ? 1 : 0), left: span(pace.remaining(now, open)) });
}

function outcome({ done, failed, cancelled }, { check }) {
  const parts = { done, check, failed, cancelled };
  return Object.keys(parts).filter((state) => parts[state]).map((state) => t.n('batch.outcome.' + state, parts[state])).join(', ') + '.';
}

function pauseView({ failure, until }, { now }) {
  const seconds = until === Infinity ? undefined : remaining({ until });
  return html`<div class="note warn row pause">
    <p class="grow"><span role="alert">${t(`failure.${kindOf(failure)}.what`)} ${t(seconds === undefined ? 'batch.stopped' : 'batch.paused')}</span>
      ${seconds === undefined ? nothing : html`<span class="countdown" role="timer">${t('batch.on-in', { time: countdownText(seconds) })}</span>`}</p>
    <button class="button" id="batch-now" @click=${now}>${t('batch.now')}</button>
  </div>`;
}

// Shows the last two minutes in seconds, longer times in minutes and hours.
const countdownText = (seconds) => (seconds < 120 ? t('time.seconds', { n: seconds }) : span(seconds));

function buttons(jobs, count, exporting, actions) {
  const state = count.failed ? 'failed' : 'cancelled'; // of the files that the retry button sends again
  const retryable = jobs.filter((job) => job.state === state);
  return html`
    ${count.done ? html`<button class="button primary" id="batch-export" ?disabled=${exporting === 'running'} @click=${actions.export}>
      ${exporting === 'running' ? t('batch.exporting') : t.n('batch.export', count.done)}</button>` : nothing}
    ${retryable.length ? html`<button class="button" id="batch-retry-all" @click=${() => actions.retry(retryable)}>${t.n(`batch.again.${state}`, retryable.length)}</button>` : nothing}
    ${count.open ? html`<button class="button" id="batch-cancel" @click=${actions.cancel}>${t('batch.cancel-all')}</button>`
      : html`<button class="button quiet" id="batch-clear" @click=${actions.clear}>${t('batch.clear')}</button>`}`;
}
