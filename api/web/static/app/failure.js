// Failures of requests: what went wrong, and what to do about it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, has, span } from './words.js';
import { redraw } from './redraw.js';
import { keys } from './api.js';
import { faultName, faultText } from './fault.js';

/**
 * A failure in words. retry is called by a button, which is disabled until the
 * time that the service named has passed.
 */
export function failureView(failure, { retry } = {}) {
  const kind = kindOf(failure);
  return html`<div class="failure" data-code=${failure.code} data-status=${failure.status}>
    <div role="alert" class="stack">
      <h3 tabindex="-1">${t(`failure.${kind}.what`)}</h3>
      <p>${t(`failure.${kind}.do`)}</p>
      ${faults(failure)}
    </div>
    ${retryButton(failure, retry)}
    ${support(failure)}
  </div>`;
}

// What the service itself said, in English. Nobody but its support needs it.
function support(failure) {
  const { message, requestId } = failure;
  if (!message && !requestId) return nothing;
  const errors = errorsOf(failure);
  return html`<details class="support small"><summary>${t('failure.support')}</summary>
    ${requestId ? html`<p class="soft">${t('failure.id', { id: requestId })}</p>` : nothing}
    ${message ? html`<p class="soft" lang="en">${message}</p>` : nothing}
    ${errors.length ? html`<ul class="faults soft" lang="en">${errors.map((f) => html`<li><code>${f.path}</code>: ${f.message}</li>`)}</ul>` : nothing}</details>`;
}

const reasons = {
  password_protected: 'password', damaged: 'damaged', too_many_pages: 'pages', too_complex: 'complex', image_too_large: 'large',
  no_biometry_found: 'none', invalid_output: 'read', model_refused: 'refused',
  provider_key_rejected: 'key', provider_rate_limited: 'limited', provider_unavailable: 503,
  reader_not_installed: 'reader', gave_up: 'given-up', internal_error: 500,
};

// A quota that is not the user's own is another matter.
const buckets = { capacity: 'capacity', capacity_public: 'capacity', outcomes: 503 };

/** The kind of a failure: the middle part of the keys of its words. */
export function kindOf(failure) {
  if (failure.local) return failure.local; // found before anything was sent
  if (failure.offline) return 'offline';
  const kind = reasons[failure.details?.reason] ?? buckets[failure.details?.bucket] ?? (failure.status === 413 ? 'large' : failure.status);
  return has(`failure.${kind}.what`) ? kind : 'unknown';
}

/** A failure as one line of text: what went wrong, and each fault of the report. */
export const failureText = (failure) => [t(`failure.${kindOf(failure)}.what`), ...faultLines(failure)].join(' ');

function faults(failure) {
  const lines = faultLines(failure);
  return lines.length ? html`<ul class="faults">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : nothing;
}

const faultLines = (failure) => errorsOf(failure).map((f) => `${faultName(f)}: ${faultText(f)}`);

const errorsOf = ({ details }) => (Array.isArray(details?.errors) ? details.errors.slice(0, 50) : []);

function retryButton(failure, retry) {
  const seconds = remaining(failure);
  if (!retry) return seconds ? html`<p>${countdown(seconds)}</p>` : nothing;
  return html`<p><button class="button" ?disabled=${seconds > 0} @click=${retry}>${seconds ? countdown(seconds) : t('failure.retry')}</button></p>`;
}

/** The seconds until the request may succeed. Until then the page is drawn each second. */
export function remaining(failure) {
  const { sentKeys } = failure;
  if (sentKeys && (sentKeys.service !== keys.service || sentKeys.provider !== keys.provider)) return 0; // another key has another quota
  const seconds = Math.ceil(((failure.until ?? 0) - Date.now()) / 1000);
  if (seconds > 0) tick();
  return Math.max(0, seconds);
}

// With the role "timer" a screen reader does not announce each second.
const countdown = (seconds) => html`<span class="countdown" role="timer">${t('failure.in', { time: span(seconds) })}</span>`;

let ticking = false;

function tick() {
  if (ticking) return;
  ticking = true;
  setTimeout(() => {
    ticking = false;
    redraw();
  }, 1000);
}
