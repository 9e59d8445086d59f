// What went wrong and what to do about it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, has, span } from './words.js';
import { redraw } from './redraw.js';
import { keys } from './api.js';

/**
 * A failure in words. retry is called by the button to try again, which waits
 * for as long as the service asked.
 */
export function failureView(failure, { retry } = {}) {
  const kind = kindOf(failure);
  return html`<div class="failure" data-code=${failure.code} data-status=${failure.status}>
    <div role="alert" class="stack">
      <h3 tabindex="-1">${t(`failure.${kind}.what`)}</h3>
      <p>${t(`failure.${kind}.do`)}</p>
      ${faults(failure)}
    </div>
    ${failure.message ? html`<p class="soft small">${t('failure.said', { message: failure.message })}</p>` : nothing}
    ${retryButton(failure, retry)}
    ${failure.requestId ? html`<p class="soft small">${t('failure.id', { id: failure.requestId })}</p>` : nothing}
  </div>`;
}

const reasons = {
  password_protected: 'password', damaged: 'damaged', too_many_pages: 'pages', image_too_large: 'large',
  no_biometry_found: 'none', invalid_output: 'read', model_refused: 'refused',
  provider_key_rejected: 'key', provider_rate_limited: 'limited', provider_unavailable: 503,
};

/** The kind of a failure: the middle of the keys that say it. */
export function kindOf(failure) {
  if (failure.local) return failure.local; // found before anything was sent
  if (failure.offline) return 'offline';
  const kind = reasons[failure.details?.reason] ?? (failure.status === 413 ? 'large' : failure.status);
  return has(`failure.${kind}.what`) ? kind : 'unknown';
}

function faults({ details }) {
  const all = details?.errors;
  if (!Array.isArray(all) || !all.length) return nothing;
  return html`<ul class="faults">${all.slice(0, 50).map((f) => html`<li><code>${f.path}</code>: ${f.message}</li>`)}</ul>`;
}

function retryButton(failure, retry) {
  const left = remaining(failure);
  if (!retry) return left ? html`<p>${countdown(left)}</p>` : nothing;
  return html`<p><button class="button" ?disabled=${left > 0} @click=${retry}>${left ? countdown(left) : t('failure.retry')}</button></p>`;
}

/** Seconds until it makes sense to try again; the page is drawn each second until then. */
export function remaining(failure) {
  const { asked } = failure;
  if (asked && (asked.service !== keys.service || asked.provider !== keys.provider)) return 0; // another key has another quota
  const left = Math.ceil(((failure.until ?? 0) - Date.now()) / 1000);
  if (left > 0) tick();
  return Math.max(0, left);
}

/** The seconds that are left, for who looks; a screen reader hears of them when it asks. */
const countdown = (left) => html`<span class="countdown" role="timer">${t('failure.in', { time: span(left) })}</span>`;

let ticking = false;

function tick() {
  if (ticking) return;
  ticking = true;
  setTimeout(() => {
    ticking = false;
    redraw();
  }, 1000);
}
