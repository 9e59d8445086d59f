// The view of one result.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, date, fieldName } from './words.js';
import { plain } from './files.js';
import { doubtOf, eyesOf, word } from './measure.js';
import { corneas } from './cornea.js';
import { eyesTable, missing } from './table.js';
import { unusual } from './unusual.js';
import { hasRemarks, noRemarks, summary } from './summary.js';
import { oneEyeNote } from './oneeye.js';
import { legend } from './legend.js';
import { shareView } from './share.js';
import { ratingView } from './rating.js';
import { actions, json } from './actions.js';
import { provenance } from './provenance.js';
import { documentView } from './documentview.js';
import { hasPages } from './pages.js';
import { doubtfulPaths } from './doubtful.js';
import { placesOf } from './places.js';
import { selectedIn } from './selected.js';
import { focusDoubtful, handleKey, valueView } from './value.js';
import { redraw } from './redraw.js';
import { checkBar } from './checkbar.js';

const wide = matchMedia('(min-width: 64rem)'); // the document stands beside the values
wide.addEventListener('change', redraw);

/**
 * The view of a response. name is the file's name, file the document itself if the page has it;
 * rate offers to rate an AI reading; shareFailed says that a share was requested but could not be
 * made. replace is called with the response that takes the place of this one when a person has
 * checked it.
 */
export function reportView(response, { name, file, replace, rate = false, shareFailed = false } = {}) {
  const found = unusual(response);
  const doubtful = doubtfulPaths(response, found);
  const ai = response.metadata.extraction.method === 'AI';
  const beside = hasPages(file) && wide.matches;
  const strip = (paths) => (hasPages(file) && !beside && paths.includes(selectedIn(response)) ? stripView(response, file) : nothing);
  const row = (paths) => {
    const shown = strip(paths);
    return shown === nothing ? nothing : html`<tr class="no-print"><td colspan="3">${shown}</td></tr>`;
  };
  return html`<div class=${beside ? 'beside with-document' : 'beside'} @keydown=${handleKey}>
    ${beside ? html`<div class="document no-print">${documentView(file, response)}</div>` : nothing}
    <article class="report">
      ${head(response, name, doubtful, strip)}
      <div class="report-body">
        <div class="report-main">
          ${summary(response, found)}
          ${hasRemarks(response) ? strip(['notes']) : nothing}
          ${oneEyeNote(response)}
          ${hasPages(file) && !beside ? html`<p class="no-print soft small">${t('document.select')}</p>` : nothing}
          <div class="measured"><div>${eyesTable(response, found, doubtful, { below: row, corner: doubtful.size ? doubtsBar() : nothing })}${legend(response, found)}${hasRemarks(response) ? nothing : [noRemarks(response), strip(['notes'])]}${hint(doubtful.size > 0, beside)}</div>${corneas(response)}</div>
        </div>
        <div class="report-side">
          ${shareView(response, shareFailed)}
          ${actions(response, name)}
          ${rate && ai ? ratingView(response) : nothing}
          ${provenance(response)}
        </div>
      </div>
      ${checkBar(response, replace)}
      <details class="json no-print"><summary>${t('report.json')}</summary><pre tabindex="0">${json(response)}</pre></details>
    </article>
  </div>`;
}

// The part of the page with the selected value, or the whole pages if its place is not known.
const stripView = (response, file) => documentView(file, response, placesOf(response, selectedIn(response)).length > 0);

function doubtsBar() {
  const button = (step, sign, label) => html`<button type="button" class="button narrow" title=${label} aria-label=${label}
    @click=${(e) => focusDoubtful(e.target.closest('.beside'), step)}>${sign}</button>`;
  return html`<div class="row doubts no-print"><strong class="small">${t('doubts.title')}</strong>
    <span class="row">${button(-1, '‹', t('doubts.previous'))} ${button(1, '›', t('doubts.next'))}</span></div>`;
}

// The keys stand below the table, because the numbers come first.
const hint = (doubts, beside) => html`<p class="keys no-print soft small">${t('keys.values')}${doubts ? html` ${t('keys.doubts')}` : nothing}${
  beside ? html` ${t('keys.zoom')}` : nothing}</p>`;

function head(response, name, doubtful, strip) {
  const { biometer, exam_date: exam, patient } = response.data;
  const value = (part, field, text) => valueOf(response, part, field, text, doubtful);
  const fact = (part, field, text, more) => html`<div><dt>${fieldName(field)}</dt>
    <dd data-field=${field}>${value(part, field, text)}${more ? html` <span class="soft">${more}</span>` : nothing}</dd></div>`;
  const day = (iso) => (iso ? date(iso) : undefined);
  return html`<header class="report-head">
    <h2>${t(eyesOf(response).length > 1 ? 'report.title' : 'report.title.one')}</h2>
    ${name ? html`<p class="file soft small">${plain(name)}</p>` : nothing}
    <dl class="facts">
      ${fact('patient', 'name', patient.name)}
      ${fact('patient', 'id', patient.id)}
      ${fact('patient', 'date_of_birth', day(patient.date_of_birth), age(patient.date_of_birth, exam))}
      ${fact('patient', 'gender', patient.gender && word(patient.gender))}
      ${fact('', 'exam_date', day(exam))}
      ${fact('biometer', 'device_name', biometer.device_name, value('biometer', 'manufacturer', word(biometer.manufacturer)))}
    </dl>
    ${strip(facts)}
  </header>`;
}

const facts = ['patient.name', 'patient.id', 'patient.date_of_birth', 'patient.gender', 'exam_date', 'biometer.device_name', 'biometer.manufacturer'];

function valueOf(response, part, field, text, doubtful) {
  const path = part ? `${part}.${field}` : field;
  return valueView(response, path, text ?? missing(doubtOf(response, path)), doubtful.has(path));
}

function age(birth, exam) {
  if (!birth || !exam || birth > exam) return undefined;
  const [[year, ...day], [nowYear, ...today]] = [birth, exam].map((d) => d.split('-').map(Number));
  const before = today[0] < day[0] || (today[0] === day[0] && today[1] < day[1]);
  return t('report.age', { n: nowYear - year - (before ? 1 : 0) });
}
