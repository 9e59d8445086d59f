// What may change the surgeon's plan, above all values: the state of an eye, withheld and unusual
// values, differences between the eyes, and the remarks of the report itself. Each is a button that
// selects the value it is about.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, fieldName, has, shortName } from './words.js';
import { current, doubtOf, eyes, measured, withheld, word } from './measure.js';
import { missing } from './table.js';
import { signs } from './unusual.js';
import { pagePath } from './places.js';
import { focusValue, valueView } from './value.js';

const usualStates = { lens_status: 'Phakic', post_refractive: 'None' };

/** The block of a response. found is the result of unusual(response). */
export function summary(response, found) {
  const groups = [...eyes.map((eye) => group(fieldName(eye), inEye(response, found, eye))),
    group(t('summary.both'), found.filter((f) => f.eyes.length > 1).map(unusualView)),
    group(t('summary.exam'), heldViews(response, eyeless)),
    group(fieldName('notes'), remarks(response))].filter(Boolean);
  if (!groups.length) return nothing;
  return html`<section class="summary note warn" aria-label=${t('summary.title')}>
    <h3>${t('summary.title')}</h3>
    <dl>${groups}</dl>
  </section>`;
}

const group = (title, items) => items.length && html`<div><dt>${title}</dt><dd>${items.map((item) => html`<span class="item">${item}</span> `)}</dd></div>`;

function inEye(response, found, eye) {
  const values = measured(response, eye);
  const states = Object.entries(usualStates).filter(([name, usual]) => values[name] && values[name] !== usual);
  return [
    ...states.map(([name]) => link(`${eye}.${name}`, word(values[name]))),
    ...heldViews(response, (path) => path.startsWith(eye + '.')),
    ...found.filter((f) => f.eyes.length === 1 && f.eyes[0] === eye).map(unusualView),
  ];
}

const unusualView = ({ cells, sign, text }) => link(cells.at(-1), html`<span aria-hidden="true">${signs[sign]}</span> ${text}`);

const eyeless = (path) => !eyes.some((eye) => path.startsWith(eye + '.')) && path !== 'notes';

// The withheld values with these paths. Those with the same reason share an item.
function heldViews(response, chosen) {
  const reasons = Map.groupBy(withheld(response).filter((held) => chosen(pagePath(held.field))), ({ reason }) => reason ?? '');
  return [...reasons].map(([reason, held]) => html`${t.n('summary.withheld', held.length)}${why(reason)}:
    ${held.map((h, i) => html`${i ? ', ' : ''}${link(pagePath(h.field), shortName(h.field.split('.').at(-1)))}`)}`);
}

const why = (reason) => (has('withheld.' + reason) ? ` (${t('withheld.' + reason)})` : '');

const link = (path, content) => html`<button type="button" class="link" data-goto=${path} @click=${(e) => focusValue(e.target.closest('.report'), path)}>${content}</button>`;

const notesOf = (response) => current(response).extra_data?.notes ?? (doubtOf(response, 'notes') && t('report.held'));

/** Reports whether the block has the report's remarks. */
export const hasRemarks = (response) => !!notesOf(response);

/** What stands in place of remarks if there are none, so that they can be filled in. */
export const noRemarks = (response) => html`<p class="no-remarks no-print"><span class="small soft">${fieldName('notes')}</span>
  ${valueView(response, 'notes', missing())}</p>`;

// A long text is scrolled, because the values below must stay in sight.
function remarks(response) {
  const notes = notesOf(response);
  return notes ? [html`<span class="remarks">${valueView(response, 'notes', notes)}</span>`] : [];
}
