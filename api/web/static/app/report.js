// The view of one result.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, date, fieldName } from './words.js';
import { plain } from './files.js';
import { doubtOf, word } from './measure.js';
import { corneas } from './cornea.js';
import { eyesTable, missing } from './table.js';
import { unusual } from './unusual.js';
import { summary } from './summary.js';
import { oneEyeNote } from './oneeye.js';
import { legend } from './legend.js';
import { shareView } from './share.js';
import { ratingView } from './rating.js';
import { actions, json } from './actions.js';
import { provenance } from './provenance.js';
import { moveBetweenValues, valueView } from './value.js';

/**
 * The view of a response. name is the file's name; rate offers to rate an AI
 * reading; shareFailed says that a share was requested but could not be made.
 */
export function reportView(response, { name, rate = false, shareFailed = false } = {}) {
  const found = unusual(response);
  const ai = response.metadata.extraction.method === 'AI';
  return html`<article class="report" @keydown=${moveBetweenValues}>
    ${head(response, name)}
    <div class="report-body">
      <div class="report-main">
        ${summary(response, found)}
        ${oneEyeNote(response)}
        <div class="measured"><div>${eyesTable(response, found)}${legend(found)}</div>${corneas(response)}</div>
      </div>
      <div class="report-side">
        ${shareView(response, shareFailed)}
        ${actions(response, name)}
        ${rate && ai ? ratingView(response) : nothing}
        ${provenance(response)}
      </div>
    </div>
    <details class="json no-print"><summary>${t('report.json')}</summary><pre tabindex="0">${json(response)}</pre></details>
  </article>`;
}

function head(response, name) {
  const { biometer, exam_date: exam, patient } = response.data;
  const value = (part, field, text) => valueView(response, part ? `${part}.${field}` : field, text ?? missing(doubtOf(response, part, field)));
  const fact = (part, field, text, more) => html`<div><dt>${fieldName(field)}</dt>
    <dd data-field=${field}>${value(part, field, text)}${more ? html` <span class="soft">${more}</span>` : nothing}</dd></div>`;
  const day = (iso) => (iso ? date(iso) : undefined);
  return html`<header class="report-head">
    <h2>${t('report.title')}</h2>
    ${name ? html`<p class="file soft small">${plain(name)}</p>` : nothing}
    <dl class="facts">
      ${fact('patient', 'name', patient.name)}
      ${fact('patient', 'id', patient.id)}
      ${fact('patient', 'date_of_birth', day(patient.date_of_birth), age(patient.date_of_birth, exam))}
      ${fact('patient', 'gender', patient.gender && word(patient.gender))}
      ${fact('', 'exam_date', day(exam))}
      ${fact('biometer', 'device_name', biometer.device_name, value('biometer', 'manufacturer', word(biometer.manufacturer)))}
    </dl>
  </header>`;
}

function age(birth, exam) {
  if (!birth || !exam || birth > exam) return undefined;
  const [[year, ...day], [nowYear, ...today]] = [birth, exam].map((d) => d.split('-').map(Number));
  const before = today[0] < day[0] || (today[0] === day[0] && today[1] < day[1]);
  return t('report.age', { n: nowYear - year - (before ? 1 : 0) });
}
