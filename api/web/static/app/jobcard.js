// The row of one file of a batch, with its result below it while it is open.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { t, date, fieldName, language, unit } from './words.js';
import { isDocument, plain } from './files.js';
import { failureView, kindOf } from './failure.js';
import { stageText } from './progress.js';
import { computed, doubtOf, eyes, given, letters, measured, rounded, shownValue } from './measure.js';
import { doubtsIn, signsOf, standOf } from './triage.js';
import { isChanged } from './checking.js';
import { nameOf } from './joindialog.js';
import { reportView } from './report.js';

const drawn = new WeakMap(); // result → {state, row}: in a list of hundreds few rows change

/**
 * The row of a job. actions has a function for each of its buttons. With selectable it can be selected;
 * partner is the job that it is offered to be joined with.
 */
export function card(job, actions, { selectable, selected, partner }) {
  const draw = () => row(job, actions, { selectable, selected, partner });
  if (job.state !== 'done' || job.open || isChanged(job.result.response)) return draw();
  const state = [job.checked, selectable, selected, partner?.id, language()].join();
  if (drawn.get(job.result)?.state !== state) drawn.set(job.result, { state, row: draw() });
  return drawn.get(job.result).row;
}

function row(job, actions, { selectable, selected, partner }) {
  const done = job.state === 'done';
  return html`<li class="job" id="job-${job.id}" data-state=${job.state} data-stand=${standOf(job)}>
    <div class="job-head ${selectable ? 'selectable' : ''}">
      ${selectable && done ? html`<input type="checkbox" class="job-select" aria-label=${t('join.select', { name: nameOf(job) })} .checked=${live(selected)} @change=${() => actions.select(job)}>` : nothing}
      ${name(job, actions)}
      <p class="job-about soft">${done ? about(job) : nothing}</p>
      <p class="job-says">${statusText(job)}</p>
      ${done ? html`<div class="job-eyes">${eyes.map((eye) => eyeView(job.result.response, eye))}</div>` : nothing}
      <div class="job-buttons">${buttons(job, actions)}</div>
    </div>
    <progress max="1" value=${done ? 1 : job.progress} aria-labelledby="job-name-${job.id}" ?hidden=${job.state !== 'running' && job.state !== 'waiting'}></progress>
    ${partner ? html`<p class="job-offer">${t('join.offer')} <button class="button narrow job-join" aria-describedby="job-name-${job.id}"
      @click=${() => actions.join(job, partner)}>${t('join.with', { name: nameOf(partner) })}</button></p>` : nothing}
    ${job.open ? inside(job, actions) : nothing}
  </li>`;
}

/** The names of the columns. Each row has them too, for screen readers. */
export function columns(selectable) {
  return html`<div class="job-columns ${selectable ? 'selectable' : ''}" aria-hidden="true"><span>${t('batch.column.file')}</span><span>${t('batch.column.state')}</span>
    ${eyes.map((eye) => html`<span>${letters[eye]} AL</span><span>K</span><span>ΔK</span>`)}</div>`;
}

function name(job, actions) {
  const path = nameOf(job);
  const opens = job.state === 'done' || job.state === 'failed';
  return html`<p class="job-name" id="job-name-${job.id}" title=${plain(job.path)}>${opens ? html`<button class="job-open" aria-expanded=${String(!!job.open)}
    @click=${() => actions.open(job)}>${parts(path)}</button>` : parts(path)}</p>`;
}

// On a narrow screen the folder is shortened, the file's own name is not.
function parts(path) {
  const at = path.lastIndexOf('/') + 1;
  return html`<span class="job-folder soft">${path.slice(0, at)}</span><span class="job-file">${path.slice(at)}</span>`;
}

// The facts by which users tell one report from another.
function about({ result: { response } }) {
  const { biometer, patient, exam_date: exam } = response.data;
  const known = [patient.name, patient.id, exam && date(exam), biometer.device_name];
  return html`${known.filter(Boolean).join(' · ')} ${response.biompin?.pin ? html`<code class="job-code">${response.biompin.pin}</code>` : nothing}`;
}

function statusText(job) {
  const words = { running: () => stageText(job), failed: () => t(`failure.${kindOf(job.failure)}.what`),
    done: () => isChanged(job.result.response) && html`<strong class="job-unsigned">${t('batch.unsigned')}</strong>` };
  return html`<span class="job-state">${job.state === 'done' ? standText(job) : t('batch.state.' + job.state)}</span> ${words[job.state]?.() || nothing}`;
}

// A report that was looked at still says how many doubts it has.
function standText(job) {
  const doubts = doubtsIn(job.result.response);
  if (!job.checked) return doubts ? t.n('batch.check', doubts) : t('batch.ready');
  return `✓ ${t('batch.checked')}${doubts ? `, ${t.n('batch.doubts', doubts)}` : ''}`;
}

function eyeView(response, eye) {
  const values = measured(response, eye);
  const k = computed(values, 'K');
  const power = ['K1_magnitude', 'K2_magnitude'];
  return html`<span class="job-eye"><span class="job-letters" aria-hidden="true">${letters[eye]}</span>
    ${cell(response, eye, 'AL', ['AL'], shownValue(response, eye, 'AL'), unit('mm'))}
    ${cell(response, eye, 'K_mean', power, k && rounded(k.mean), unit('diopters'))}
    ${cell(response, eye, 'K_cylinder', power, k && rounded(k.cylinder), unit('diopters'), given(k?.axis) ? k.axis + unit('degrees') : '')}</span>`;
}

// A value that is computed is doubtful if one of its sources is withheld.
function cell(response, eye, field, sources, value, symbol, axis = '') {
  const held = value === undefined && sources.some((source) => doubtOf(response, `${eye}.${source}`));
  const signs = signsOf(response, eye, field);
  const shown = value ?? (held ? '?' : html`<span aria-hidden="true">–</span>`);
  const said = value === undefined ? t(held ? 'report.held' : 'report.none') : symbol + (signs ? `, ${t('unusual.word')}` : '');
  return html`<span class="job-value ${held || signs ? 'doubtful' : ''}" data-value="${eye}.${field}"><span class="visually-hidden">${fieldName(eye)}, ${fieldName(field)}: </span>${shown}${signs
    ? html`<span class="sign" aria-hidden="true">${signs}</span>` : nothing}<span class="visually-hidden"> ${said}</span>${axis
    ? html`<span class="job-axis"> @ ${axis}</span>` : nothing}<span class="visually-hidden">; </span></span>`;
}

// When the state changes, no button appears in the place of another one.
function buttons(job, actions) {
  const button = (action, look) => html`<button class="button narrow ${look} job-${action}" aria-describedby="job-name-${job.id}"
    @click=${() => actions[action](job)}>${t('batch.' + action)}</button>`;
  const ended = !['waiting', 'running'].includes(job.state);
  return html`
    ${job.state === 'failed' || job.state === 'cancelled' ? button('retry', '') : nothing}
    ${ended ? html`<button class="button narrow quiet job-remove" aria-label=${t('batch.remove')} title=${t('batch.remove')} aria-describedby="job-name-${job.id}"
      @click=${() => actions.remove(job)}>✕</button>` : button('cancel', 'quiet')}`;
}

function inside(job, actions) {
  if (job.state === 'failed') return html`<div class="job-inside">${failureView(job.failure)}</div>`;
  if (job.state !== 'done') return nothing;
  const { response } = job.result;
  const document = isDocument(job.file) && !job.parts;
  return html`<div class="job-inside stack">
    ${reviewBar(job, actions)}
    ${reportView(response, {
      name: job.parts ? nameOf(job) : job.file.name, file: job.parts ? undefined : job.file, rate: document, shareFailed: job.options.share && !response.biompin,
      replace: (signed) => actions.replace(job, signed),
    })}
  </div>`;
}

function reviewBar(job, actions) {
  const step = (action) => html`<button class="button narrow job-${action}" @click=${() => actions[action](job)}>${t('batch.' + action)}</button>`;
  return html`<div class="row no-print" role="group" aria-label=${t('batch.review', { name: nameOf(job) })}>
    <button class="button narrow job-mark" aria-pressed=${String(!!job.checked)} @click=${() => actions.mark(job)}>${job.checked ? '✓ ' : ''}${t('batch.mark')}</button>
    ${job.parts ? step('split') : nothing}
    ${step('previous')} ${step('next')} ${step('next-look')} <span class="hint keys">${t('batch.keys')}</span>
  </div>`;
}
