// The Retrieve tab: shows the report of a share code.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { t } from './words.js';
import { redraw } from './redraw.js';
import { retrieve } from './api.js';
import { parseShareCode } from './code.js';
import { failureView } from './failure.js';
import { reportView } from './report.js';
import { focusOn } from './focus.js';
import { mayLeave } from './checking.js';
import { remember } from './history.js';

let typed = '';
let invalid = false; // the submitted text is no share code
let running; // the AbortController of the present request
let failure;
let result;

/** Fills in a code and retrieves its report. */
export function open(code) {
  typed = code;
  go();
}

/** Fills in the beginning of a code, which the user goes on with. */
export function begin(text) {
  running?.abort();
  [typed, running, failure, result, invalid] = [text, undefined, undefined, undefined, false];
  redraw();
}

export function view() {
  return html`<div class="stack">
    <header class="no-print"><h2>${t('retrieve.title')}</h2><p class="soft">${t('retrieve.lead')}</p></header>
    ${form()}
    <p role="status">${running ? t('retrieve.running') : result ? t('retrieve.done') : nothing}</p>
    ${failure ? failedView() : nothing}
    ${result ? reportView(result, { replace }) : nothing}
  </div>`;
}

function replace(response) {
  result = response;
  remember(response);
  redraw();
}

function form() {
  return html`<form class="card no-print stack" @submit=${submit}>
    <div class="field">
      <label for="retrieve-code">${t('retrieve.code')}</label>
      <div class="row">
        <input id="retrieve-code" class="grow" type="text" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="go"
          placeholder="word-word-123456" aria-describedby="retrieve-hint retrieve-understood" aria-invalid=${invalid} .value=${live(typed)} @input=${type}>
        <button class="button primary" id="retrieve-go">${t('retrieve.go')}</button>
      </div>
      <span class="hint" id="retrieve-hint">${t('retrieve.hint')}</span>
      <span id="retrieve-understood" class="hint ${invalid ? 'error' : ''}" aria-live="polite">${understood()}</span>
    </div>
  </form>`;
}

function understood() {
  if (invalid) return t(typed.trim() ? 'retrieve.wrong' : 'retrieve.missing');
  const code = parseShareCode(typed);
  return code && code !== typed ? html`${t('retrieve.understood')} <code>${code}</code>` : nothing;
}

function type(e) {
  typed = e.target.value;
  invalid = false;
  redraw();
}

async function submit(e) {
  e.preventDefault(); // a submitted form would put the code into the address
  if (await mayLeave(result)) go();
}

// The service is not asked for a text that is no share code.
async function go() {
  const code = parseShareCode(typed);
  running?.abort();
  [running, failure, result, invalid] = [undefined, undefined, undefined, !code];
  redraw();
  if (invalid) return focusOn('#retrieve-code');
  const controller = (running = new AbortController());
  try {
    const { response } = await retrieve(code, { signal: controller.signal });
    if (running === controller) result = response;
  } catch (error) {
    if (running === controller) failure = error;
  }
  if (running !== controller) return; // another code was submitted meanwhile
  running = undefined;
  redraw();
}

// A 404 does not say whether the code is unknown, expired, destroyed or mistyped,
// and each wrong secret counts. So there is no button to try again.
function failedView() {
  if (failure.status !== 404) return failureView(failure, { retry: failure.status === 400 ? undefined : go });
  return html`<div class="failure" data-code=${failure.code} data-status="404">
    <div role="alert" class="stack"><h3>${t('retrieve.404.what')}</h3><p>${t('retrieve.404.do')}</p><p><strong>${t('retrieve.404.third')}</strong></p></div>
  </div>`;
}
