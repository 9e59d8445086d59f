// What can be done with a result.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, date, fieldName } from './words.js';
import { redraw } from './redraw.js';
import { exportZip } from './api.js';
import { download, plain, slug } from './files.js';
import { failureView } from './failure.js';
import { copyButton } from './copy.js';
import { textTable } from './rows.js';
import { isChanged } from './checking.js';
import * as transcribe from './transcribe.js';

const exports = new WeakMap(); // response → the state of its export, {busy, failure}

export const json = (response) => JSON.stringify(response, null, 2);

/** The buttons of a result. name is the name of the file that it was read from. */
export function actions(response, name) {
  const { busy, failure } = exports.get(response) ?? {};
  const blocked = isChanged(response); // the response does not have what the page shows
  return html`<section class="actions no-print">
    <h3>${t('report.actions')}</h3>
    ${blocked ? html`<p class="small">${t('check.blocked')}</p>` : nothing}
    <div class="buttons" ?hidden=${blocked}>
      ${copyButton(response, 'table', () => asText(response), { label: t('report.copy.table'), look: '' })}
      ${copyButton(response, 'json', () => json(response), { label: t('report.copy.json'), look: '' })}
      <button type="button" class="button download-json" @click=${() => save(response)}>${t('report.download')}</button>
      <button type="button" class="button export" ?disabled=${busy} @click=${() => zip(response, name)}>${t('report.export')}</button>
      <button type="button" class="button print" @click=${print}>${t('report.print')}</button>
      <button type="button" class="button transcribe" @click=${() => transcribe.open(response)}>${t('report.transcribe', { tab: t('tab.transcribe') })}</button>
    </div>
    ${failure ? failureView(failure, { retry: () => zip(response, name) }) : nothing}
  </section>`;
}

/** The name that the exporter gives to a report's file (exporter/names.go). */
function fileName({ data }, now = new Date()) {
  const name = slug(data.patient.id ?? '').slice(0, 80) || now.toISOString().slice(0, 10).replaceAll('-', '');
  return `biom-${name}-${slug(data.biometer.device_name)}.json`;
}

const save = (response) => download(new Blob([json(response) + '\n'], { type: 'application/json' }), fileName(response));

async function zip(response, name) {
  exports.set(response, { busy: true });
  redraw();
  try {
    const { blob, name: saved } = await exportZip([{ json_data: response, filename: name ?? fileName(response) }]);
    download(blob, saved);
    exports.delete(response);
  } catch (failure) {
    exports.set(response, { failure });
  }
  redraw();
}

// The text that is copied: the patient and the exam, the values of both eyes,
// and the remarks.
function asText(response) {
  const { biometer, exam_date: exam, patient } = response.data;
  const head = [
    ['device_name', `${biometer.device_name}, ${biometer.manufacturer}`],
    ['exam_date', exam && date(exam)],
    ['name', patient.name],
    ['id', patient.id],
    ['date_of_birth', patient.date_of_birth && date(patient.date_of_birth)],
  ];
  const line = ([name, value]) => (value ? [`${fieldName(name)}\t${cellText(value)}`] : []);
  return [...head.flatMap(line), textTable(response), ...line(['notes', response.extra_data?.notes]), ''].join('\n');
}

// Text from a document must not start a new line, and a spreadsheet must not run
// it as a formula (as in exporter/text.go).
function cellText(text) {
  const line = plain(text);
  return /^ *[=+\-@＝＋－＠]/.test(line) ? "'" + line : line;
}

// If several results are on the page, only this one is printed (see report.css).
function print(e) {
  const report = e.target.closest('.report');
  report.classList.add('printed');
  addEventListener('afterprint', () => report.classList.remove('printed'), { once: true });
  window.print();
}
