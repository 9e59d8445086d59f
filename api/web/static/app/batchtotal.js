// How far a batch is as a whole, and what can be done with all of it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, number, span } from './words.js';
import { kindOf, remaining } from './failure.js';

/** The bar, the pace, the pause and the buttons of a batch. */
export function totalView(queue, { exporting, actions }) {
  const count = counted(queue.jobs);
  return html`<section class="card stack total" aria-label=${t('batch.total')}>
    <p id="batch-says"><strong>${t('batch.of', { ended: number(count.ended), all: number(queue.jobs.length) })}</strong>${pace(queue, count)}</p>
    <progress id="batch-progress" max=${queue.jobs.length} value=${count.progress} aria-labelledby="batch-says"></progress>
    ${queue.pause.on ? pauseView(queue.pause, actions) : nothing}
    <p class="soft" role="status">${count.open ? nothing : outcome(count)}</p>
    <div class="row">${buttons(queue.jobs, count, exporting, actions)}</div>
    ${typeof exporting === 'number' ? html`<p role="status">${t.n('batch.exported', exporting)}</p>` : nothing}
  </section>`;
}

function counted(jobs) {
  const count = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0, progress: 0 };
  for (const job of jobs) {
    count[job.state]++;
    count.progress += job.state === 'waiting' || job.state === 'running' ? job.progress : 1;
  }
  count.open = count.waiting + count.running;
  count.ended = jobs.length - count.open;
  return count;
}

function pace({ pace, pause }, { open }) {
  const now = Date.now();
  const rate = pace.rate(now);
  if (!rate || !open || pause.on) return nothing;
  return t('batch.pace', { rate: number(rate, rate < 10 ? 1 : 0), left: span(pace.left(now, open)) });
}

function outcome({ done, failed, cancelled }) {
  const parts = { done, failed, cancelled };
  return Object.keys(parts).filter((state) => parts[state]).map((state) => t.n('batch.outcome.' + state, parts[state])).join(', ') + '.';
}

function pauseView({ failure, until }, { now }) {
  const left = until === Infinity ? undefined : remaining({ until });
  return html`<div class="note warn row pause">
    <p class="grow"><span role="alert">${t(`failure.${kindOf(failure)}.what`)} ${t(left === undefined ? 'batch.stopped' : 'batch.paused')}</span>
      ${left === undefined ? nothing : html`<span class="countdown" role="timer">${t('batch.on-in', { time: clock(left) })}</span>`}</p>
    <button class="button" id="batch-now" @click=${now}>${t('batch.now')}</button>
  </div>`;
}

// Long pauses are told in minutes and hours, the last two minutes by the second.
const clock = (left) => (left < 120 ? t('time.seconds', { n: left }) : span(left));

function buttons(jobs, count, exporting, act) {
  const again = jobs.filter((job) => job.state === (count.failed ? 'failed' : 'cancelled'));
  const sort = count.failed ? 'failed' : 'cancelled';
  return html`
    ${count.done ? html`<button class="button primary" id="batch-export" ?disabled=${exporting === 'running'} @click=${act.export}>
      ${exporting === 'running' ? t('batch.exporting') : t.n('batch.export', count.done)}</button>` : nothing}
    ${again.length ? html`<button class="button" id="batch-retry-all" @click=${() => act.retry(again)}>${t.n(`batch.again.${sort}`, again.length)}</button>` : nothing}
    ${count.open ? html`<button class="button" id="batch-cancel" @click=${act.cancel}>${t('batch.cancel-all')}</button>`
      : html`<button class="button quiet" id="batch-clear" @click=${act.clear}>${t('batch.clear')}</button>`}`;
}
