// The Batch tab: any number of reports.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { redraw } from './redraw.js';
import { process } from './api.js';
import { accept, maxMegabytes } from './files.js';
import { failureText, failureView } from './failure.js';
import { remember } from './history.js';
import { shown } from './tabs.js';
import { Queue } from './queue.js';
import { listView, open, reset } from './batchlist.js';
import { askToJoin, nameOf } from './joindialog.js';
import { exportAll } from './batchexport.js';
import { chosen, dropped } from './folder.js';
import { shareSwitch, tierChoice } from './choices.js';
import { leftOutView, sortFiles } from './intake.js';
import { totalView } from './batchtotal.js';
import { askBeforeLeaving } from './leaving.js';
import { confirmed } from './dialog.js';
import { focusOn, keepFocus } from './focus.js';
import { forget, isChanged, mayLeave } from './checking.js';

const options = { share: false, tier: 'standard' };
const queue = new Queue({ send, options: () => options, changed: drawSoon });

let leftOut = []; // [{path, reason}]
let dragging = false; // something is being dragged over the page
let exporting; // undefined, 'running', a Failure, 'unsigned' while corrections prevent it, or the number of files of the last export
let unsaved = false; // some reports were not exported

async function send(file, requestOptions) {
  const received = await process(file, requestOptions);
  remember(received.response);
  unsaved = true;
  return received;
}

// Draws the page at most ten times a second, however many files change.
let drawTimer;
function drawSoon() {
  drawTimer ??= setTimeout(() => {
    drawTimer = undefined;
    drawNow();
  }, 100);
}

// A row that moves in the list loses the focus.
function drawNow() {
  keepFocus('.job');
  const focused = document.activeElement;
  redraw();
  setTimeout(() => document.activeElement === document.body && focused.isConnected && focused.focus({ preventScroll: true }));
}

export function view() {
  return html`<div class="stack batch">
    <header><h2 id="batch-title" tabindex="-1">${t('batch.title')}</h2>${queue.jobs.length ? nothing : html`<p class="soft">${t('batch.lead')}</p>`}</header>
    ${start()}
    ${leftOutView(leftOut)}
    ${queue.jobs.length ? work() : nothing}
  </div>`;
}

function start() {
  return html`<div class="drop stack ${dragging ? 'over' : ''} ${queue.jobs.length ? 'small' : ''}">
      <p><strong>${t('batch.drop')}</strong></p>
      <div class="row">${chooser('batch-files', 'primary', false)} ${folders ? chooser('batch-folder', '', true) : nothing}</div>
      ${queue.jobs.length ? nothing : html`<p class="soft small">${t('upload.kinds', { size: maxMegabytes })}</p>`}
    </div>
    <div class="options">${shareSwitch('batch', options, t('batch.share'))} ${tierChoice('batch', options)}</div>`;
}

const folders = 'webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches;

function chooser(id, look, folder) {
  return html`<label class="button ${look}" for=${id}>${t(folder ? 'batch.folder' : 'batch.files')}
    <input class="visually-hidden" type="file" id=${id} multiple ?webkitdirectory=${folder} accept=${folder ? nothing : accept}
      @change=${(e) => { add(chosen(e.target)); e.target.value = ''; }}></label>`;
}

function add(files) {
  const { fit, others } = sortFiles(files, queue.files);
  leftOut = others;
  queue.add(fit);
  if (fit.length && exporting !== 'running') exporting = undefined;
  redraw();
}

function work() {
  return html`
    ${totalView(queue, { exporting, actions })}
    ${exporting === 'unsigned' ? unsignedView(unsignedJobs()) : nothing}
    ${typeof exporting === 'object' ? failureView(exporting, { retry: actions.export }) : nothing}
    ${listView(queue.jobs, jobActions)}`;
}

// What is exported is what the service returned, so a correction that the page shows would be missing.
const unsignedJobs = () => queue.jobs.filter((job) => job.result && isChanged(job.result.response));

function unsignedView(jobs) {
  if (!jobs.length) return nothing;
  return html`<div class="note warn" id="batch-unsigned"><p role="alert">${t.n('batch.unsigned', jobs.length)}</p>
    <ul class="faults">${jobs.map((job) => html`<li><button type="button" class="link" @click=${() => open(job)}>${nameOf(job)}</button></li>`)}</ul></div>`;
}

const jobActions = {
  join: async (...two) => {
    const [first, second] = two.sort((a, b) => queue.jobs.indexOf(a) - queue.jobs.indexOf(b));
    const result = await askToJoin(first, second);
    if (!result) return;
    for (const job of two) job.open = false;
    remember(result.response);
    unsaved = true;
    const joined = queue.join(first, second, result);
    drawNow();
    focusOn(`#job-${joined.id} .job-open`);
  },
  split: (job) => {
    queue.split(job);
    unsaved = true;
    drawNow();
    focusOn(`#job-${job.parts[0].id} .job-open`);
  },
  cancel: (job) => { queue.cancel(job); drawNow(); },
  replace: (job, response) => {
    job.result = { ...job.result, response };
    unsaved = true;
    remember(response);
    drawNow();
  },
  retry: (job) => { queue.retry(job); drawNow(); },
  remove: async (job) => {
    if (!(await mayLeave(job.result?.response))) return;
    const at = queue.jobs.indexOf(job);
    queue.remove(job);
    const next = queue.jobs[at] ?? queue.jobs[at - 1];
    redraw();
    focusOn(...(next ? [`#job-${next.id} button`] : []), '#batch-title');
  },
};

const actions = {
  cancel: () => { queue.cancel(...queue.jobs); redraw(); focusOn('#batch-retry-all', '#batch-title'); },
  retry: (jobs) => { queue.retry(...jobs); redraw(); focusOn('#batch-cancel', '#batch-title'); },
  now: () => { queue.pause.resume(); redraw(); focusOn('#batch-cancel'); },
  export: exportDone,
  clear: clearList,
};

async function exportDone() {
  if (unsignedJobs().length) {
    exporting = 'unsigned';
    return redraw();
  }
  [exporting, unsaved] = ['running', false]; // a report that is done from now on sets unsaved again
  redraw();
  try {
    const done = queue.jobs.filter((job) => job.state === 'done');
    const failed = queue.jobs.filter((job) => job.state === 'failed');
    exporting = await exportAll(
      done.map((job) => ({ json_data: job.result.response, filename: job.path })),
      failed.map((job) => ({ filename: job.path, message: failureText(job.failure) })),
    );
  } catch (failure) {
    [exporting, unsaved] = [failure, true];
  }
  return redraw();
}

const unexported = () => unsaved && queue.jobs.some((job) => job.state === 'done');

async function clearList() {
  if ((unexported() || unsignedJobs().length) && !(await confirmed({ title: t('batch.clear.title'), text: t('batch.clear.text'), yes: t('batch.clear.yes') }))) return;
  for (const job of queue.jobs) forget(job.result?.response);
  queue.remove(...queue.jobs);
  [leftOut, exporting, unsaved] = [[], undefined, false];
  reset();
  redraw();
  focusOn('#batch-title');
}

function dragged(e) {
  if (shown() !== 'batch' || !e.dataTransfer?.types.includes('Files')) return;
  e.preventDefault();
  dragging = e.type === 'dragover';
  if (e.type === 'drop') dropped(e.dataTransfer).then(add);
  redraw();
}

for (const type of ['dragover', 'dragleave', 'drop']) addEventListener(type, dragged);
askBeforeLeaving(() => queue.busy || unexported());
