// The Retrieve tab: a share code in, the report out.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { t } from './words.js';
import { redraw } from './redraw.js';
import { retrieve } from './api.js';
import { understand } from './code.js';
import { failureView } from './failure.js';
import { reportView } from './report.js';
import { focusOn } from './focus.js';

let typed = '';
let wrong = false; // what was sent off is no code
let running; // the AbortController of the request on its way
let failure;
let result;

/** Fills a code in and retrieves what is behind it. */
export function open(code) {
  typed = code;
  go();
}

export function view() {
  return html`<div class="stack">
    <header class="no-print"><h2>${t('retrieve.title')}</h2><p class="soft">${t('retrieve.lead')}</p></header>
    ${form()}
    <p role="status">${running ? t('retrieve.running') : result ? t('retrieve.done') : nothing}</p>
    ${failure ? failed() : nothing}
    ${result ? reportView(result, {}) : nothing}
  </div>`;
}

function form() {
  return html`<form class="card no-print stack" @submit=${submit}>
    <div class="field">
      <label for="retrieve-code">${t('retrieve.code')}</label>
      <div class="row">
        <input id="retrieve-code" class="grow" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="go"
          placeholder="word-word-123456" aria-describedby="retrieve-hint retrieve-understood" aria-invalid=${wrong} .value=${live(typed)} @input=${type}>
        <button class="button primary" id="retrieve-go">${t('retrieve.go')}</button>
      </div>
      <span class="hint" id="retrieve-hint">${t('retrieve.hint')}</span>
      <span id="retrieve-understood" class="hint ${wrong ? 'error' : ''}" aria-live="polite">${understood()}</span>
    </div>
  </form>`;
}

function understood() {
  if (wrong) return t(typed.trim() ? 'retrieve.wrong' : 'retrieve.missing');
  const code = understand(typed);
  return code && code !== typed ? html`${t('retrieve.understood')} <code>${code}</code>` : nothing;
}

function type(e) {
  typed = e.target.value;
  wrong = false;
  redraw();
}

function submit(e) {
  e.preventDefault(); // the code is not to be in the address
  go();
}

// A code that cannot be one is told at once; the service is not asked.
async function go() {
  const code = understand(typed);
  running?.abort();
  [running, failure, result, wrong] = [undefined, undefined, undefined, !code];
  redraw();
  if (wrong) return focusOn('#retrieve-code');
  const mine = (running = new AbortController());
  try {
    const answer = await retrieve(code, { signal: mine.signal });
    if (running === mine) result = answer.response;
  } catch (error) {
    if (running === mine) failure = error;
  }
  if (running !== mine) return; // another code was asked for meanwhile
  running = undefined;
  redraw();
}

// Unknown, expired, destroyed and mistyped cannot be told apart, and each wrong
// number counts: nothing is tried again here unless somebody asks for it.
function failed() {
  if (failure.status !== 404) return failureView(failure, { retry: failure.status === 400 ? undefined : go });
  return html`<div class="failure" data-code=${failure.code} data-status="404">
    <div role="alert" class="stack"><h3>${t('retrieve.404.what')}</h3><p>${t('retrieve.404.do')}</p><p><strong>${t('retrieve.404.third')}</strong></p></div>
  </div>`;
}
