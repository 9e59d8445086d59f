// The Upload tab: sends one report and shows its progress and result.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { redraw } from './redraw.js';
import { Failure, process } from './api.js';
import { accept, isDocument, maxMegabytes, named, plain, unfit } from './files.js';
import { shareSwitch, tierChoice } from './choices.js';
import { focusAtTop, focusIn, focusOn } from './focus.js';
import { mayLeave } from './checking.js';
import { askBeforeLeaving } from './leaving.js';
import { failureView } from './failure.js';
import { closeUnused } from './pages.js';
import { keep, kept, markOf } from './kept.js';
import { progressView } from './progress.js';
import { reportView } from './report.js';
import { remember } from './history.js';
import { shown } from './tabs.js';

const options = { share: false, tier: 'standard' };

// At most one of running, failure and result is set.
let file; // that is being read
let running; // {progress, abort, sentOptions}
let failure;
let result = kept(); // {response, name, mark, rate, shareFailed, file}: file is missing after a reload of the page
let otherFile = false; // after a reload another file than the document was chosen
let dragging = false; // something is being dragged over the page
let several = false; // more than one file was given; only the first is read

export function view() {
  return html`<div class="stack">
    ${result ? nothing : start()}
    ${running ? working() : nothing}
    ${several ? html`<p class="note">${t('upload.one')}</p>` : nothing}
    ${failure ? failureView(failure, { retry: retryable(failure) ? () => send() : undefined }) : nothing}
    ${result ? done() : nothing}
  </div>`;
}

function start() {
  return html`<header><h2>${t('upload.title')}</h2><p class="soft">${t('upload.lead')}</p></header>
    ${running ? nothing : html`
      <div class="drop stack ${dragging ? 'over' : ''}" @click=${clickDrop}>
        <p><strong>${t('upload.drop')}</strong></p>
        <div class="row">
          ${chooser('upload-file', t('upload.choose'), 'primary')}
          ${touch ? chooser('upload-camera', t('upload.camera'), '') : nothing}
        </div>
        <p class="soft small">${t('upload.kinds', { size: maxMegabytes })}</p>
      </div>
      <div class="options">${shareSwitch('upload', options)} ${tierChoice('upload', options)}</div>`}`;
}

const touch = matchMedia('(pointer: coarse)').matches;

function chooser(id, label, look, choose = chosen) {
  const camera = id === 'upload-camera';
  return html`<label class="button ${look}" for=${id}>${label}
    <input class="visually-hidden" type="file" id=${id} accept=${camera ? 'image/*' : accept} capture=${camera ? 'environment' : nothing} @change=${choose}></label>`;
}

// A click anywhere in the box opens the file chooser.
function clickDrop(e) {
  if (!e.target.closest('label, input')) document.getElementById('upload-file').click();
}

function working() {
  return html`<div class="card stack">
    <div class="row"><h3 class="grow">${t('upload.working', { name: file.name })}</h3>
      <button class="button" id="upload-cancel" @click=${() => running.abort.abort()}>${t('upload.cancel')}</button></div>
    ${progressView(running.progress, { document: isDocument(file), share: running.sentOptions.share })}
  </div>`;
}

function done() {
  const { response, name, rate, shareFailed } = result;
  return html`<div class="row no-print"><p class="grow" role="status">${t('upload.done')}</p>
      <button class="button" id="upload-again" @click=${restart}>${t('upload.again')}</button></div>
    ${rate && !result.file ? withoutDocument() : nothing}
    ${reportView(response, { name, file: result.file, rate, shareFailed, replace })}`;
}

function replace(response) {
  show({ ...result, response, shareFailed: false });
  remember(response);
  redraw();
}

function withoutDocument() {
  return html`<div class="note no-print stack" id="upload-document-lost"><p>${t('upload.reloaded')}</p>
    ${otherFile ? html`<p role="alert">${t('upload.other', { name: plain(result.name) })}</p>` : nothing}
    <div class="row">${chooser('upload-document', t('upload.document'), 'narrow', (e) => showAgain(e.target))}</div></div>`;
}

// The document of a result that was kept over a reload. It is not sent again.
async function showAgain(input) {
  const [again] = input.files;
  if (again && !(await isDocumentOfResult(again))) otherFile = true;
  input.value = '';
  redraw();
}

async function isDocumentOfResult(upload) {
  if (!result?.mark || result.file || (await markOf(upload)) !== result.mark) return false;
  [result.file, otherFile] = [named(upload), false];
  return true;
}

function chosen(e) {
  const [first] = e.target.files;
  if (first) begin(first, e.target.files.length);
  e.target.value = '';
}

/** Reads a file, unless one is being read. */
async function begin(upload, count = 1) {
  if (running) return;
  if (await isDocumentOfResult(upload)) return redraw();
  if (!(await mayLeave(result?.response))) return;
  const reason = unfit(named(upload));
  if (reason) return fail(Object.assign(new Failure({}), { local: reason })); // found without sending the file
  [file, several] = [named(upload), count > 1];
  show(undefined);
  await send();
}

// The request has no Idempotency-Key. With one, the service would go on reading
// for a repeat after the user has cancelled.
async function send(sentOptions = { ...options }) {
  running = { abort: new AbortController(), sentOptions, progress: { stage: 'sending', progress: 0 } };
  failure = undefined;
  redraw();
  try {
    const received = await process(file, { ...sentOptions, signal: running.abort.signal, onProgress: advance });
    show({ ...received, file, name: file.name, mark: await markOf(file), rate: isDocument(file), shareFailed: sentOptions.share && !received.response.biompin });
    remember(received.response);
    running = undefined;
    focusAtTop('#panel-upload', '#upload-again');
  } catch (error) {
    end(error);
  }
  redraw();
}

function show(next) {
  [result, otherFile] = [next, false];
  keep(next && { ...next, file: undefined });
}

function end(error) {
  running = undefined;
  if (error.aborted) return focusIn('#panel-upload', '#upload-file');
  fail(error);
}

// Focuses the failure's heading, because on a phone it may be below the visible part.
function fail(error) {
  failure = error;
  redraw();
  focusIn('#panel-upload', '#panel-upload .failure h3');
}

function advance(event) {
  running.progress = event;
  redraw();
}

const retryable = (f) => !f.local && f.status !== 400 && f.status !== 422;

async function restart() {
  if (!(await mayLeave(result?.response))) return;
  [file, failure, several] = [];
  show(undefined);
  redraw();
  setTimeout(closeUnused); // when the document is not shown any more
  focusOn('#upload-file');
}

function dragged(e) {
  if (shown() !== 'upload' || !e.dataTransfer?.types.includes('Files')) return;
  e.preventDefault();
  dragging = e.type === 'dragover';
  if (e.type === 'drop' && e.dataTransfer.files.length) begin(e.dataTransfer.files[0], e.dataTransfer.files.length);
  redraw();
}

for (const type of ['dragover', 'dragleave', 'drop']) addEventListener(type, dragged);
addEventListener('paste', (e) => {
  if (shown() === 'upload' && !e.target.closest?.('input, textarea') && e.clipboardData.files.length) begin(e.clipboardData.files[0]);
});
askBeforeLeaving(() => running !== undefined);
