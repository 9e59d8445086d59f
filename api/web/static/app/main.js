// The page: header, tabs and footer.

import { html, noChange, nothing, render } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { drawWith, redraw } from './redraw.js';
import { t, language, languages, choose, ready } from './words.js';
import { tabs, shown, show } from './tabs.js';
import { theme, chooseTheme, themes } from './theme.js';
import { status } from './api.js';
import { unescaped } from './code.js';
import * as settings from './settings.js';
import * as upload from './upload.js';
import * as batch from './batch.js';
import * as retrieve from './retrieve.js';
import * as transcribe from './transcribe.js';
import * as history from './history.js';

const panels = { upload, batch, retrieve, transcribe, history };
const visited = new Set(); // the tabs that were shown; the others are not drawn

let service; // the response of status

function page() {
  document.title = `${t('tab.' + shown())} – biom`;
  return html`<a class="skip" href="#main" @click=${skip}>${t('app.skip')}</a>
    <header class="head no-print">
      <div class="bar">
        <a class="brand" href="#upload"><img src=${icon} alt="" width="32" height="32"><h1>biom</h1></a>
        <nav class="links">
          ${otherPages()}
          ${select('language', t('app.language'), languages, language(), choose)}
          ${select('theme', t('app.theme'), themes(), theme(), chooseTheme)}
        </nav>
      </div>
      <div class="tabs" role="tablist" aria-label=${t('app.tabs')} @keydown=${moveBetweenTabs}>${tabs.map(tabView)}</div>
    </header>
    <main id="main" tabindex="-1">${tabs.map(panel)}</main>
    <aside aria-label=${t('settings.title')}>${settings.view()}</aside>
    ${foot()}`;
}

// Links open in windows of their own, because this page has results that are stored
// nowhere else. Without noopener such a window would get a copy of what this tab keeps.
const otherPages = () => html`<a href="/docs/" target="_blank" rel="noopener">${t('app.docs')}</a><a href="/apidocs" target="_blank" rel="noopener">${t('app.api')}</a>`;

const icon = new URL('../icon.svg', import.meta.url).href;

function select(id, label, options, value, chosen) {
  return html`<label><span class="visually-hidden">${label}</span><select id=${id} .value=${live(value)} @change=${(e) => chosen(e.target.value)}>
    ${Object.entries(options).map(([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`)}
  </select></label>`;
}

function tabView(tab) {
  const chosen = shown() === tab;
  return html`<button role="tab" id="tab-${tab}" aria-controls="panel-${tab}" aria-selected=${chosen} tabindex=${chosen ? 0 : -1}
    @click=${() => show(tab)}>${t('tab.' + tab)}</button>`;
}

function panel(tab) {
  const hidden = shown() !== tab;
  if (!hidden) visited.add(tab);
  const content = visited.has(tab) ? noChange : nothing; // a hidden tab stays as it was
  return html`<section role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}" ?hidden=${hidden}>
    ${hidden ? content : panels[tab].view()}
  </section>`;
}

function foot() {
  return html`<footer class="foot no-print stack">
    <p>${t('foot.check')}</p>
    <p class="row">${otherPages()}
      ${service ? html`<span>${t('foot.reader', { model: service.provider_llm, version: service.app_version, name: service.environment })}</span>` : nothing}</p>
  </footer>`;
}

// The arrow keys move between tabs (WAI-ARIA, pattern "tabs").
function moveBetweenTabs(e) {
  const at = tabs.indexOf(shown());
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  const tab = tabs[(to + tabs.length) % tabs.length];
  show(tab);
  document.getElementById('tab-' + tab).focus();
}

function skip(e) {
  e.preventDefault(); // the fragment of the address is the tab's name
  document.getElementById('main').focus();
}

// A share link is /pin/CODE. The code is removed from the address at once, so
// that it is neither in the browser's history nor on the screen.
function openShareLink() {
  if (!location.pathname.startsWith('/pin/')) return;
  const code = location.pathname.slice('/pin/'.length);
  window.history.replaceState(null, '', '/#retrieve');
  retrieve.open(unescaped(code));
}

let scrolledTo = ''; // the tab that was last scrolled into view, and the language then

function draw() {
  render(page(), document.getElementById('app'));
  const current = shown() + language();
  if (scrolledTo === current) return;
  scrolledTo = current; // on a narrow phone the row of tabs is wider than the screen
  document.getElementById('tab-' + shown()).scrollIntoView({ inline: 'nearest', block: 'nearest' });
}

openShareLink();
ready.then(() => {
  drawWith(draw);
  redraw();
});
status().then((s) => {
  service = s;
  redraw();
}, () => {}); // the footer is shown without it
