// The card of one file of a batch.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, date } from './words.js';
import { isDocument, plain } from './files.js';
import { failureView, kindOf } from './failure.js';
import { stageText } from './progress.js';
import { withheld } from './measure.js';
import { reportView } from './report.js';

/** The card of a job; actions has a function for each of its buttons. */
export function card(job, actions) {
  return html`<li class="job" id="job-${job.id}" data-state=${job.state}>
    <div class="job-head">
      <p class="job-name" id="job-name-${job.id}" title=${plain(job.path)}>${name(plain(job.path))}</p>
      <p class="job-says">${statusText(job)}</p>
      <div class="job-buttons">${buttons(job, actions)}</div>
    </div>
    <progress max="1" value=${job.state === 'done' ? 1 : job.progress} aria-labelledby="job-name-${job.id}" ?hidden=${job.state !== 'running' && job.state !== 'waiting'}></progress>
    ${job.open ? details(job) : nothing}
  </li>`;
}

// On a narrow screen the folder is shortened, the file's own name is not.
function name(path) {
  const at = path.lastIndexOf('/') + 1;
  return html`<span class="job-folder soft">${path.slice(0, at)}</span><span class="job-file">${path.slice(at)}</span>`;
}

function statusText(job) {
  const words = {
    running: () => stageText(job),
    done: () => summary(job),
    failed: () => t(`failure.${kindOf(job.failure)}.what`),
  };
  return html`<span class="job-state">${t('batch.state.' + job.state)}</span> ${words[job.state]?.() ?? nothing}`;
}

// The facts by which users tell one report from another.
function summary({ result: { response } }) {
  const { biometer, patient, exam_date: exam } = response.data;
  const doubts = withheld(response).length;
  const known = [biometer.device_name, exam && date(exam), patient.name, doubts && t.n('batch.withheld', doubts)];
  return html`${known.filter(Boolean).join(' · ')} ${response.biompin?.pin ? html`<code class="job-code">${response.biompin.pin}</code>` : nothing}`;
}

// The button that is used most stands last. When the state changes, no button
// appears in the place of another one.
function buttons(job, actions) {
  const button = (action, look, extra = nothing) => html`<button class="button narrow ${look} job-${action}" aria-describedby="job-name-${job.id}"
    aria-expanded=${extra} @click=${() => actions[action](job)}>${t(`batch.${action === 'open' && job.open ? 'close' : action}`)}</button>`;
  const ended = !['waiting', 'running'].includes(job.state);
  return html`
    ${ended ? button('remove', 'quiet') : nothing}
    ${job.state === 'done' || job.state === 'failed' ? button('open', '', String(!!job.open)) : nothing}
    ${job.state === 'failed' || job.state === 'cancelled' ? button('retry', '') : nothing}
    ${ended ? nothing : button('cancel', 'quiet')}`;
}

function details(job) {
  if (job.state === 'failed') return html`<div class="job-inside">${failureView(job.failure)}</div>`;
  if (job.state !== 'done') return nothing;
  const { response } = job.result;
  return html`<div class="job-inside">${reportView(response, {
    name: job.file.name, rate: isDocument(job.file), shareFailed: job.options.share && !response.biompin,
  })}</div>`;
}
