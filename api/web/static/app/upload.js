// The Upload tab: one report, and what becomes of it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { redraw } from './redraw.js';
import { Failure, process } from './api.js';
import { accept, isDocument, maxUpload, named, newKey, supported } from './files.js';
import { failureView } from './failure.js';
import { preview, forget } from './preview.js';
import { progressView } from './progress.js';
import { reportView } from './report.js';
import { remember } from './history.js';
import { shown } from './tabs.js';

const options = { share: false, tier: 'standard' };

// One of: nothing yet; running (with its progress); a failure; a result.
let file;
let running; // {progress, abort, key}
let failure;
let result; // {response, withheld, shareFailed}
let over = false; // something is being dragged over the page
let several = false;

export function view() {
  return html`<div class="stack">
    ${result ? nothing : start()}
    ${running ? working() : nothing}
    ${failure ? failureView(failure, { retry: retryable(failure) ? retry : undefined }) : nothing}
    ${result ? done() : nothing}
  </div>`;
}

function start() {
  return html`<header><h2>${t('upload.title')}</h2><p class="soft">${t('upload.lead')}</p></header>
    ${running ? nothing : html`
      <div class="drop stack ${over ? 'over' : ''}" @click=${clickDrop}>
        <p><strong>${t('upload.drop')}</strong></p>
        <div class="row">
          ${chooser('upload-file', t('upload.choose'), 'primary')}
          ${touch ? chooser('upload-camera', t('upload.camera'), '') : nothing}
        </div>
        <p class="soft small">${t('upload.kinds', { size: maxUpload >> 20 })}</p>
      </div>
      ${settings()}`}`;
}

const touch = matchMedia('(pointer: coarse)').matches;

function chooser(id, label, look) {
  const camera = id === 'upload-camera';
  return html`<label class="button ${look}" for=${id}>${label}
    <input class="visually-hidden" type="file" id=${id} accept=${camera ? 'image/*' : accept} capture=${camera ? 'environment' : nothing} @change=${chosen}></label>`;
}

// Anywhere in the box opens the chooser, for who uses a mouse.
function clickDrop(e) {
  if (!e.target.closest('label, input')) document.getElementById('upload-file').click();
}

function settings() {
  return html`<div class="options">
    <div><label class="switch"><input type="checkbox" id="upload-share" aria-describedby="upload-share-hint" .checked=${options.share}
      @change=${(e) => { options.share = e.target.checked; }}> ${t('upload.share')}</label>
      <p class="hint" id="upload-share-hint">${t('upload.share.hint')}</p></div>
    <fieldset class="row"><legend class="visually-hidden">${t('upload.tier')}</legend><span class="label" aria-hidden="true">${t('upload.tier')}</span>
      <span class="choice">${['standard', 'slow'].map((tier) => html`<label><input type="radio" name="upload-tier" value=${tier}
        .checked=${options.tier === tier} @change=${() => { options.tier = tier; }}> ${t('upload.tier.' + tier)}</label>`)}</span>
    </fieldset>
  </div>`;
}

function working() {
  return html`<div class="card stack" aria-busy="true">
    <div class="row"><h3 class="grow">${t('upload.working', { name: file.name })}</h3>
      <button class="button" id="upload-cancel" @click=${() => running.abort.abort()}>${t('upload.cancel')}</button></div>
    ${progressView(running.progress, { document: isDocument(file), share: options.share })}
    ${several ? html`<p class="note">${t('upload.one')}</p>` : nothing}
  </div>`;
}

function done() {
  return html`<div class="row no-print"><p class="grow" role="status">${t('upload.done')}</p>
      <button class="button" id="upload-again" @click=${again}>${t('upload.again')}</button></div>
    ${preview(file)}
    ${reportView(result.response, { name: file.name, withheld: result.withheld, rate: isDocument(file), shareFailed: result.shareFailed })}`;
}

function chosen(e) {
  const [first] = e.target.files;
  if (first) begin(first, e.target.files.length);
  e.target.value = '';
}

/** Reads a file, unless one is being read. */
async function begin(given, count = 1) {
  if (running) return;
  file = named(given);
  several = count > 1;
  [failure, result] = [unfit(file), undefined];
  redraw();
  if (!failure) await send(newKey());
}

// What the service would refuse is told without sending it.
function unfit({ name, size }) {
  if (!supported({ name })) return local('type');
  if (size === 0) return local('empty');
  return size > maxUpload ? local('large') : undefined;
}

const local = (kind) => Object.assign(new Failure({ status: 0 }), { local: kind });

async function send(key) {
  running = { abort: new AbortController(), key, progress: { stage: 'sending', progress: 0 } };
  failure = undefined;
  redraw();
  try {
    const answer = await process(file, { ...options, key, signal: running.abort.signal, onProgress: advance });
    result = { ...answer, shareFailed: options.share && !answer.response.biompin };
    remember(answer.response);
    running = undefined;
    focus('upload-again');
  } catch (error) {
    end(error, key);
  }
  redraw();
}

function end(error, key) {
  running = undefined;
  if (error.aborted) return focus('upload-file');
  failure = Object.assign(error, { key });
}

function advance(event) {
  running.progress = event;
  redraw();
}

const retryable = (f) => !f.local && f.status !== 400 && f.status !== 422;

// An answer that never came may still come under the same key. One that was
// charged would only come again: another try has a new key.
function retry() {
  send(failure.offline || failure.status === 429 || failure.status === 503 ? failure.key : newKey());
}

function again() {
  forget();
  [file, result, failure] = [];
  redraw();
  focus('upload-file');
}

const focus = (id) => setTimeout(() => document.getElementById(id)?.focus()); // once it is drawn

function dragged(e) {
  if (shown() !== 'upload' || !e.dataTransfer?.types.includes('Files')) return;
  e.preventDefault();
  over = e.type === 'dragover';
  if (e.type === 'drop' && e.dataTransfer.files.length) begin(e.dataTransfer.files[0], e.dataTransfer.files.length);
  redraw();
}

for (const type of ['dragover', 'dragleave', 'drop']) addEventListener(type, dragged);
addEventListener('paste', (e) => {
  if (shown() === 'upload' && e.clipboardData.files.length) begin(e.clipboardData.files[0]);
});
