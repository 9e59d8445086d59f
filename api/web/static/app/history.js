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
    <header><h2 id="history-title" tabindex="-1">${t('history.title')}</h2><p class="soft">${t(store.own() ? 'history.lead' : 'history.lead.words')}</p></header>
    ${store.own() === undefined && all.length ? question() : nothing}
    <div class="row">
      <label class="switch grow"><input type="checkbox" id="history-keep" .checked=${live(store.keeps())} @change=${toggleHistory}> ${t('history.keep')}</label>
      ${all.length ? html`<button class="button danger" id="history-clear" @click=${clearAll}>${t('history.clear-all')}</button>` : nothing}
    </div>
    ${store.own() === undefined ? nothing : html`<label class="switch"><input type="checkbox" id="history-own" .checked=${live(store.own())}
      @change=${(e) => store.setOwn(e.target.checked)}> ${t('history.own')}</label>`}
    ${storageWorks ? nothing : html`<p class="note warn">${t('history.unstorable')}</p>`}
    ${all.length ? list(all) : html`<p class="card soft">${t(store.keeps() ? 'history.empty' : 'history.off')}</p>`}
  </div>`;
}

// Asked until it is answered. Without an answer no complete code is kept.
function question() {
  const answer = (id, own) => html`<button class="button" id=${id} @click=${() => { store.setOwn(own); focusOn('#history-own'); }}>${t('history.ask.' + (own ? 'own' : 'shared'))}</button>`;
  return html`<section class="note stack" id="history-ask" aria-labelledby="history-ask-title">
    <h3 id="history-ask-title">${t('history.ask')}</h3>
    <p>${t('history.ask.text')}</p>
    <div class="row">${answer('history-shared', false)}${answer('history-mine', true)}</div>
  </section>`;
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
      <p><code class="entry-code">${entry.code}</code>${complete(entry) ? nothing : html` <span class="soft small">${t('history.numberless')}</span>`}</p>
      <p class="soft small">${t('history.saved', { time: moment(entry.saved) })} ${ending(entry, state)}</p>
    </div>
    <div class="row">${buttons(entry, state, about)}</div>
  </li>`;
}

const complete = (entry) => entry.code !== store.wordsOf(entry.code);

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
    ${state === 'live' && !complete(entry) ? button('number', '', () => askNumber(entry.code)) : nothing}
    ${state === 'live' && complete(entry) ? html`${button('open', '', () => open(entry.code))}
      ${copyButton(entry, 'link', `${location.origin}/pin/${entry.code}`, { label: t('history.copy'), of: about, look: 'narrow' })}` : nothing}
    ${button('clear', 'quiet', () => clear(entry.code))}`;
}

function open(code) {
  addEventListener('hashchange', () => focusOn('#retrieve-code'), { once: true });
  show('retrieve');
  retrieve.open(code);
}

function askNumber(words) {
  addEventListener('hashchange', () => focusOn('#retrieve-code'), { once: true });
  show('retrieve');
  retrieve.begin(`${words}-`);
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
