// The History tab: the shares that were made in this browser.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { t, date, moment } from './words.js';
import { redraw } from './redraw.js';
import { status } from './api.js';
import { copyButton } from './copy.js';
import { show, shown } from './tabs.js';
import * as store from './store.js';
import * as retrieve from './retrieve.js';
import { confirmed } from './dialog.js';
import { focusOn } from './focus.js';

let database; // the ID of the service's share database, undefined while unknown
let statusAsked = false; // the service was asked for the database since the tab was shown

/** Notes the share of a response in the history, if it has one. */
export function remember(response) {
  if (response.biompin?.pin) store.add(response);
}

export function view() {
  if (!statusAsked) askStatus();
  const all = store.entries();
  return html`<div class="stack history">
    <header><h2 id="history-title" tabindex="-1">${t('history.title')}</h2><p class="soft">${t('history.lead')}</p></header>
    <div class="row">
      <label class="switch grow"><input type="checkbox" id="history-keep" .checked=${live(store.keeps())} @change=${toggleHistory}> ${t('history.keep')}</label>
      ${all.length ? html`<button class="button danger" id="history-clear" @click=${clearAll}>${t('history.clear-all')}</button>` : nothing}
    </div>
    ${storageWorks ? nothing : html`<p class="note warn">${t('history.unstorable')}</p>`}
    ${all.length ? list(all) : html`<p class="card soft">${t(store.keeps() ? 'history.empty' : 'history.off')}</p>`}
  </div>`;
}

const storageWorks = store.storable();

// Each time the tab is shown, the service is asked for the ID of its share
// database. If it has changed, the shares of the former database are lost.
addEventListener('hashchange', () => { statusAsked = statusAsked && shown() === 'history'; });

async function askStatus() {
  statusAsked = true;
  try {
    database = (await status()).db_id ?? undefined;
  } catch {
    database = undefined; // not known
  }
  redraw();
}

function stateOf(entry) {
  if (database && entry.db && database !== entry.db) return 'gone';
  return entry.expires && Date.parse(entry.expires) <= Date.now() ? 'expired' : 'live';
}

const list = (all) => html`<ul class="entries">${repeat(all, (entry) => entry.code, entryView)}</ul>`;

function entryView(entry) {
  const state = stateOf(entry);
  const about = [entry.device, entry.exam && date(entry.exam), entry.initials].filter(Boolean).join(' · ');
  return html`<li class="entry card" data-state=${state}>
    <div class="grow">
      <p><strong>${about}</strong></p>
      <p><code class="entry-code">${entry.code}</code></p>
      <p class="soft small">${t('history.saved', { time: moment(entry.saved) })} ${ending(entry, state)}</p>
    </div>
    <div class="row">${buttons(entry, state, about)}</div>
  </li>`;
}

function ending({ expires }, state) {
  if (state === 'gone') return html`<strong class="entry-state">${t('history.gone')}</strong>`;
  if (!expires) return nothing;
  const words = t(`history.${state}`, { time: moment(expires) });
  return state === 'expired' ? html`<strong class="entry-state">${words}</strong>` : words;
}

function buttons(entry, state, about) {
  const button = (what, look, act) => html`<button class="button narrow ${look} entry-${what}" @click=${act}>${t('history.' + what)}<span
    class="visually-hidden"> ${about}, ${entry.code}</span></button>`;
  return html`
    ${state === 'live' ? html`${button('open', '', () => open(entry.code))}
      ${copyButton(entry, 'link', `${location.origin}/pin/${entry.code}`, { label: t('history.copy'), of: about, look: 'narrow' })}` : nothing}
    ${button('clear', 'quiet', () => clear(entry.code))}`;
}

function open(code) {
  addEventListener('hashchange', () => focusOn('#retrieve-code'), { once: true });
  show('retrieve');
  retrieve.open(code);
}

function clear(code) {
  const at = store.entries().findIndex((entry) => entry.code === code);
  store.forget(code);
  focusOn(`.entry:nth-child(${at + 1}) .entry-clear`, `.entry:nth-child(${at}) .entry-clear`, '#history-title');
}

async function clearAll() {
  if (!(await confirmed({ title: t('history.clear.title'), text: t('history.clear.text'), yes: t('history.clear.yes') }))) return;
  store.forgetAll();
  focusOn('#history-title');
}

async function toggleHistory(e) {
  const on = e.target.checked;
  if (on || !store.entries().length || (await confirmed({ title: t('history.off.title'), text: t('history.clear.text'), yes: t('history.off.yes') }))) store.keep(on);
  redraw();
}
