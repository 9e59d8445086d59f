// The Transcribe tab: values are typed from a printout and saved as direct entry.
//
// All inputs of one eye come before those of the other: most printouts have a
// block for each eye, and finishing one before the other avoids mixing them up.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, fieldName } from './words.js';
import { redraw } from './redraw.js';
import { failureView } from './failure.js';
import { reportView } from './report.js';
import { remember } from './history.js';
import { Entry } from './entry.js';
import { measured, parts, textsOf } from './form.js';
import { idOf, inputView, nameOf, words } from './formview.js';
import { eyes, withheld } from './measure.js';
import { show } from './tabs.js';
import { enter } from './enter.js';
import { faultsOf, send } from './transcription.js';
import { shareSwitch } from './choices.js';
import { askBeforeLeaving } from './leaving.js';
import { confirmed } from './dialog.js';
import { focusOn } from './focus.js';
import { mayLeave } from './checking.js';

const options = { share: false };
const entry = new Entry();
let saving = false;
let failure;
let result; // {response, shareFailed}
let saved = true; // nothing was typed since the last save
let spoken = ''; // the hint for screen readers
let nothingMeasured = false;

export const view = () => html`<div class="stack transcribe">${result ? done() : form()}</div>`;

function form() {
  const found = entry.findings();
  const list = (some) => some.map((input) => inputView(input, entry, found));
  return html`<header><h2 id="transcribe-title" tabindex="-1">${t('transcribe.title')}</h2><p class="soft">${t('transcribe.lead')}</p></header>
    <form id="transcribe-form" class="stack" ?inert=${saving} novalidate autocomplete="off" @submit=${submit} @keydown=${enter(submit)} @input=${changed} @focusout=${left}>
      <div class="columns">
        <fieldset class="card"><legend>${t('transcribe.exam')}</legend><div class="columns tight">${list(parts.exam)}
          ${entry.isMakerProposed() ? html`<p class="hint">${t('transcribe.proposed')}</p>` : nothing}</div></fieldset>
        <fieldset class="card"><legend>${t('transcribe.patient')}</legend><div class="columns tight">${list(parts.patient)}</div></fieldset>
      </div>
      <div class="both">${eyes.map((eye) => eyeView(eye, list(parts[eye])))}</div>
      <details class="card posterior" id="transcribe-posterior" ?open=${entry.has('posterior.') || [...found.keys()].some((name) => name.startsWith('posterior.'))}><summary>${t('transcribe.posterior')}</summary>
        <div class="stack"><div class="posterior-device">${list(parts.posteriorDevice)}</div>
        <div class="both">${eyes.map((eye) => eyeView(eye, list(parts.posterior[eye])))}</div></div></details>
      <div class="card">${list(parts.notes)}</div>
      ${problems(found)}
      ${buttons()}
    </form>
    <p class="visually-hidden" role="status">${spoken}</p>`;
}

const eyeView = (eye, fields) => html`<div role="group" class="card eye" aria-label=${fieldName(eye)} data-eye=${eye}><h3>${fieldName(eye)}</h3>${fields}</div>`;

// The list of problems that prevent saving, shown after saving was tried.
function problems(found) {
  const wrong = [...found].filter(([, { level }]) => level === 'error');
  if (nothingMeasured && !wrong.length) return html`<p class="note bad" role="alert">${t('transcribe.nothing')}</p>`;
  if (failure) return failureView(failure, { retry: save });
  if (!wrong.length || !entry.wasSaveTried()) return nothing;
  return html`<div class="note bad"><p role="alert">${t.n('transcribe.wrong', wrong.length)}</p>
    <ul class="faults">${wrong.map(([name, finding]) => html`<li><a href="#${idOf('transcribe', name)}" @click=${(e) => { e.preventDefault(); goTo(name); }}>${nameOf(name)}</a>: ${words(finding)}</li>`)}</ul></div>`;
}

function buttons() {
  return html`<div class="options">${shareSwitch('transcribe', options)}</div>
    <div class="row">
      <button class="button primary" id="transcribe-save" ?disabled=${saving}>${t(saving ? 'transcribe.saving' : 'transcribe.save')}</button>
      <button type="button" class="button quiet" id="transcribe-clear" @click=${clear}>${t('transcribe.clear')}</button>
      <span class="hint keys">${t('transcribe.keys')}</span>
    </div>`;
}

function done() {
  return html`<div class="row no-print"><p class="grow" role="status" id="transcribe-saved" tabindex="-1">${t('transcribe.saved')}</p>
      <button class="button" id="transcribe-edit" @click=${edit}>${t('transcribe.edit')}</button>
      <button class="button" id="transcribe-again" @click=${restart}>${t('transcribe.again')}</button></div>
    ${reportView(result.response, { shareFailed: result.shareFailed, replace })}`;
}

function replace(response) {
  result = { response };
  remember(response);
  redraw();
}

async function edit() {
  if (!(await mayLeave(result.response))) return;
  result = undefined;
  redraw();
  focusOn('#transcribe-title');
}

async function restart() {
  if (await mayLeave(result.response)) again();
}

function again() {
  [result, failure, saved] = [undefined, undefined, true];
  entry.load();
  focusOn('#' + idOf('transcribe', 'biometer.device_name'));
}

const mayClear = async () => saved || confirmed({ title: t('transcribe.clear.title'), text: t('transcribe.clear.text'), yes: t('transcribe.clear.yes') });

async function clear() {
  if (await mayClear()) again();
}

/** Shows the tab with all values of a response in the form. */
export async function open(response) {
  if (entry.has('') && !(await mayClear())) return;
  [result, failure, saved] = [undefined, undefined, false];
  entry.load(textsOf(response), withheld(response));
  show('transcribe');
  focusOn('#transcribe-title');
}

function changed(e) {
  if (!e.target.name) return;
  [saved, failure, nothingMeasured] = [false, undefined, false];
}

// Screen readers announce a hint when its input loses the focus, not at each key.
function left({ target: { name } }) {
  if (!name) return;
  entry.leave(name);
  const finding = entry.findings().get(name);
  spoken = finding && finding.level !== 'read' ? `${nameOf(name)}: ${words(finding)}` : '';
}

function submit(e) {
  e.preventDefault();
  entry.markSaveTried();
  const wrong = [...entry.findings()].find(([, { level }]) => level === 'error');
  nothingMeasured = !measured(entry.all());
  if (wrong) return goTo(wrong[0]);
  if (!nothingMeasured) save();
}

function goTo(name) {
  const input = document.getElementById(idOf('transcribe', name));
  const folded = input.closest('details');
  if (folded) folded.open = true;
  setTimeout(() => input.focus());
}

async function save() {
  if (saving) return;
  [saving, failure] = [true, undefined];
  redraw();
  try {
    const { response } = await send(entry, options);
    result = { response, shareFailed: options.share && !response.biompin };
    saved = true;
    remember(response);
    focusOn('#transcribe-saved');
  } catch (error) {
    refused(error);
  }
  saving = false;
  redraw();
}

// Shows the service's faults beside their inputs. If one belongs to no input, the
// failure is shown as a whole.
function refused(error) {
  const { faults, others } = faultsOf(error);
  entry.noteFaults(faults);
  if (!others) return goTo(Object.keys(faults)[0]);
  failure = error;
}

askBeforeLeaving(() => !saved && entry.has(''));
