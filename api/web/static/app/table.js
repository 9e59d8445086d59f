// The table of a result: both eyes side by side.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, fieldName, has } from './words.js';
import { groupsOf, partsOf } from './rows.js';
import { columnsOf } from './oneeye.js';
import { marksOf } from './unusual.js';
import { valueView } from './value.js';

/**
 * The table of a response. found is the result of unusual(response), doubtful that of doubtfulPaths;
 * below returns what is shown below the row with the values of these paths; corner stands before the eyes' names.
 */
export function eyesTable(response, found, doubtful, { below, corner }) {
  const marks = marksOf(found);
  const eyes = columnsOf(response);
  const cell = (row, eye) => cellView(response, eye, partsOf(row, response, eye), { marks, doubtful });
  const paths = (row) => eyes.flatMap((eye) => partsOf(row, response, eye).map((part) => `${eye}.${part.name}`));
  return html`<table class="eyes">
    <caption class="visually-hidden">${t('report.caption')}</caption>
    <thead><tr><td>${corner}</td>${eyes.map((eye) => html`<th scope="col">${fieldName(eye)}</th>`)}</tr></thead>
    ${groupsOf(response).map((group) => html`<tbody>
      <tr class="group"><th scope="rowgroup" colspan=${eyes.length + 1}>${group.title}${group.device ? html` · ${valueView(response, 'pk_device_name', group.device)}` : nothing}</th></tr>
      ${group.rows.map((row) => html`<tr class=${row.computed ? 'computed' : ''}>
        <th scope="row"><span class="label">${fieldName(row.name)}${row.unit ? html` <span class="unit">${row.unit}</span>` : nothing}</span>
          ${row.computed ? html`<span class="unit">${t('report.computed')}</span>` : nothing}</th>
        ${eyes.map((eye) => cell(row, eye))}</tr>${below(paths(row))}`)}
    </tbody>`)}
  </table>`;
}

// A single part fills the cell. If there are several, each has its own element.
function cellView(response, eye, parts, { marks, doubtful }) {
  const again = (part) => part !== parts[0] && part.doubt && parts[0].doubt; // the reason is shown once
  const path = (part) => `${eye}.${part.name}`;
  const value = (part) => valueView(response, path(part), part.text ?? missing(part.doubt, again(part)), doubtful.has(path(part)));
  const mark = (part) => marks.get(path(part));
  const [first] = parts;
  if (parts.length === 1 && !first.after) {
    return html`<td data-eye=${eye} data-field=${first.name} class=${mark(first) ? 'unusual' : ''}>${value(first)}${sign(mark(first))}</td>`;
  }
  const part = (p) => html`<span class="part">${p.before}<span data-eye=${eye} data-field=${p.name}
    class=${mark(p) ? 'unusual' : ''}>${value(p)}</span>${p.text === undefined ? '' : p.after}</span> `;
  return html`<td>${parts.map(part)}${sign(parts.map(mark).find(Boolean))}</td>`;
}

/** The text in place of a missing value. doubt is why the value was withheld, if it was; brief leaves that out. */
export function missing(doubt, brief) {
  if (doubt && brief) return html`<span class="held" aria-hidden="true">?</span><span class="visually-hidden">${t('report.held')}</span>`;
  if (doubt) return html`<span class="held">${t('report.held')}${reason(doubt)}</span>`;
  return html`<span class="none" aria-hidden="true">–</span><span class="visually-hidden">${t('report.none')}</span>`;
}

function reason({ reason }) {
  const key = 'withheld.' + reason;
  return has(key) ? html` <span class="why">${t(key)}</span>` : nothing;
}

function sign(mark) {
  if (!mark) return nothing;
  return html`<span class="sign" aria-hidden="true" title=${t('unusual.word')}>${mark}</span><span class="visually-hidden"> ${t('unusual.word')}</span>`;
}
