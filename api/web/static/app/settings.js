// The caller's keys and the remaining quotas.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, span } from './words.js';
import { redraw } from './redraw.js';
import { keys, keyStatus, usage } from './api.js';
import { failureView } from './failure.js';

let lastUsage; // the last response of usage
let failure;
const typed = { service: '', provider: '' };
let checked = false; // the present keys were checked

/** Asks the service for the quotas; with validate also whether the keys are valid. */
async function refresh(validate = false) {
  const sentKeys = Object.values(keys).join();
  try {
    lastUsage = await usage({ validate });
    failure = undefined;
    checked = validate && sentKeys === Object.values(keys).join();
  } catch (error) {
    failure = error;
  }
  redraw();
}

export function view() {
  return html`${unusedKeyNote()}<details class="settings no-print" id="settings" @toggle=${(e) => e.target.open && refresh()}>
    <summary>${t('settings.title')}</summary>
    <div class="card stack">
      <form class="columns" @submit=${check}>
        ${keyField('service', lastUsage?.keys.service)} ${keyField('provider', lastUsage?.keys.provider)}
        <div class="row"><button class="button" id="check-keys">${t('settings.check')}</button><p class="soft small grow">${t('settings.kept')}</p></div>
      </form>
      ${failure ? failureView(failure) : quotas()}
    </div>
  </details>`;
}

// Warns users whose key is not used: they rely on its quotas.
function unusedKeyNote() {
  if (!keys.service || !keyStatus()) return nothing;
  return html`<p class="settings note warn no-print" role="status">${t(keyStatus() === 'invalid' ? 'settings.ignored' : 'settings.unchecked')}</p>`;
}

function check(e) {
  e.preventDefault();
  refresh(true);
}

function keyField(name, state) {
  const id = `${name}-key`;
  return html`<div class="field">
    <label for=${id}>${t(`settings.${name}`)}</label>
    <input type="password" id=${id} autocomplete="off" spellcheck="false" aria-describedby="${id}-hint ${id}-state"
      .value=${typed[name]} aria-invalid=${!isKey(typed[name])} @input=${(e) => setKey(name, e.target.value)}>
    <span class="hint" id="${id}-hint">${t(`settings.${name}.hint`)}</span>
    <span class="hint" id="${id}-state" role="status">${verdict(name, state)}</span>
  </div>`;
}

// Keys are plain ASCII. Any other character is a mistake of copying, and a header
// cannot contain it.
const isKey = (text) => /^[\x21-\x7e]*$/.test(text);

function setKey(name, value) {
  typed[name] = value.trim();
  keys[name] = isKey(typed[name]) ? typed[name] : '';
  checked = false;
  redraw();
}

function verdict(name, state) {
  if (!isKey(typed[name])) return t('settings.no-key');
  if (!checked || !keys[name] || !state?.provided) return nothing;
  if (state.valid === undefined || state.valid === null) return t('settings.unchecked');
  return t(state.valid ? 'settings.valid' : 'settings.invalid');
}

function quotas() {
  if (!lastUsage) return nothing;
  return html`<ul class="columns">${Object.entries(lastUsage.engines).map(([name, q]) => html`<li class="stack-tight">
    <span>${t('settings.used', { name: t(`quota.${name}`), left: Math.max(0, q.limit - q.used), limit: q.limit })}</span>
    <progress max=${Math.max(q.limit, 1)} value=${Math.min(q.used, q.limit)} aria-label=${t(`quota.${name}`)}></progress>
    ${q.used > 0 ? html`<small class="soft">${t('settings.resets', { time: span(q.resets_in_seconds) })}</small>` : nothing}
  </li>`)}</ul>`;
}
