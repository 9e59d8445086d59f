// The progress of a report.

import { html } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

/** The stages of a file in their order. */
function stagesOf({ document, share }) {
  const all = document ? ['sending', 'queued', 'preparing', 'extracting', 'validating'] : ['sending', 'validating'];
  return share ? [...all, 'sharing'] : all;
}

/** A stage and its attempt in words. */
export function stageText({ stage, attempt }) {
  const words = t('stage.' + stage);
  return attempt > 1 ? `${words} (${t('stage.attempt', { n: attempt })})` : words;
}

/** The progress bar, the present stage in words, and the list of stages. */
export function progressView(now, kind) {
  const stages = stagesOf(kind);
  const at = stages.indexOf(now.stage === 'accepted' ? 'queued' : now.stage);
  return html`
    <progress id="upload-progress" max="1" value=${now.progress} aria-labelledby="upload-stage"></progress>
    <p id="upload-stage" data-stage=${now.stage} aria-live="polite">${stageText(now)}</p>
    <ol class="stages" aria-hidden="true">${stages.map((s, i) => html`<li class=${i < at ? 'past' : i === at ? 'now' : ''}>${t('stage.' + s)}</li>`)}</ol>`;
}
