// The dialog in which two reports are joined: it shows both side by side, and the user decides what differs.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { t, date, fieldName, withUnit } from './words.js';
import table from './fields.js';
import { plain } from './files.js';
import { failureView } from './failure.js';
import { digitsOf, letters, word } from './measure.js';
import { compare, joined, open, patients } from './join.js';
import { isChanged } from './checking.js';
import { sendDocument, source } from './transcription.js';

const fields = new Map([...table.eye, ...table.posterior].map((field) => [field.name, field]));

/** Asks how to join two jobs. Resolves to the joined result, or to undefined if the user cancels. */
export function askToJoin(first, second) {
  const jobs = [first, second];
  const responses = jobs.map((job) => job.result.response);
  const state = { names: jobs.map(nameOf), unsigned: jobs.filter((job) => isChanged(job.result.response)).map(nameOf), compared: compare(...responses), same: patients(...responses), choices: {}, sure: false, last: {} };
  const dialog = document.createElement('dialog');
  dialog.className = 'join card stack';
  dialog.setAttribute('aria-labelledby', 'join-title');
  const draw = () => render(view(state, { draw, close: () => dialog.close(), join }), dialog);
  const join = async (e) => {
    e.preventDefault();
    Object.assign(state, { busy: true, failure: undefined });
    draw();
    try {
      state.result = await send(state, responses, first.options.share && second.options.share);
      dialog.close();
    } catch (failure) {
      Object.assign(state, { busy: false, failure });
      draw();
      dialog.querySelector('.failure h3')?.focus();
    }
  };
  draw();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(state.result);
    });
  });
}

/** The name of a job: its path, or the names of the files of a joined one. */
export const nameOf = (job) => plain(job.parts ? job.parts.map((part) => nameOf(part).split('/').at(-1)).join(' + ') : job.path);

// The service validates the joined values as a direct entry.
const send = async ({ compared, choices, last }, responses, share) =>
  sendDocument(joined(...responses, compared, choices, await source()), 'joined.json', share, last);

function view(state, actions) {
  const heading = html`<h2 id="join-title">${t('join.title')}</h2>`;
  const cancel = (words) => html`<button type="button" class="button" id="join-no" @click=${actions.close}>${words}</button>`;
  if (state.same === 'different') {
    return html`${heading}<p class="note bad" role="alert">${t('join.different')}</p>
      ${sideBySide(state, state.compared.filter(({ key }) => key.startsWith('patient.')), actions)}
      <div class="row end">${cancel(t('join.close'))}</div>`;
  }
  if (state.unsigned.length) {
    return html`${heading}<div class="note warn" role="alert">${state.unsigned.map((name) => html`<p>${t('join.unsigned', { name })}</p>`)}</div>
      <div class="row end">${cancel(t('join.close'))}</div>`;
  }
  const undecided = open(state.compared);
  const ready = undecided.every(({ key }) => state.choices[key] !== undefined) && (state.same === 'same' || state.sure);
  const rest = state.compared.filter((unit) => !undecided.includes(unit));
  return html`<form class="stack" @submit=${actions.join}>${heading}
    <p>${t(undecided.length ? 'join.choose' : 'join.lead')}</p>
    ${state.same === 'same' ? nothing : sure(state, actions)}
    ${undecided.some(({ key }) => key === 'device') ? html`<p class="note warn">${t('join.device')}</p>` : nothing}
    ${undecided.length ? sideBySide(state, undecided, actions) : nothing}
    <details ?open=${!undecided.length}><summary>${t('join.rest')}</summary>${sideBySide(state, rest, actions)}</details>
    ${state.failure ? failureView(state.failure) : nothing}
    <div class="row end">${cancel(t('upload.cancel'))}
      <button class="button primary" id="join-yes" ?disabled=${!ready || state.busy}>${t(state.busy ? 'join.joining' : 'join.yes')}</button></div>
  </form>`;
}

// Asked if the reports themselves do not say that they are of one patient.
function sure(state, { draw }) {
  return html`<div class="note warn"><p>${t('join.' + state.same)}</p>
    <label class="switch"><input type="checkbox" id="join-sure" .checked=${state.sure} @change=${(e) => { state.sure = e.target.checked; draw(); }}> ${t('join.sure')}</label></div>`;
}

function sideBySide({ names, choices, same }, units, { draw }) {
  const cell = (unit, i) => {
    const text = contentText(unit, i);
    if (unit.take !== undefined || same === 'different') return html`<td class=${unit.take === 1 - i ? 'soft' : ''}>${text}</td>`;
    return html`<td><label class="switch"><input type="radio" name="join-${unit.key}" value=${i} aria-label="${label(unit)}: ${names[i]}, ${text}"
      .checked=${choices[unit.key] === i} @change=${() => { choices[unit.key] = i; draw(); }}> ${text}</label></td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('join.table')}><table class="join-table">
    <thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${units.map((unit) => html`<tr><th scope="row">${label(unit)}</th>${[0, 1].map((i) => cell(unit, i))}</tr>`)}</tbody>
  </table></div>`;
}

const groups = { K: 'anterior', PK: 'posterior', TK: 'total', posterior: 'posterior' };

function label({ eye, name }) {
  const words = groups[name] ? t('report.group.' + groups[name]) : fieldName(name);
  return eye ? `${fieldName(eye)} · ${words}` : words;
}

function contentText({ key, devices, contents }, i) {
  const content = contents[i];
  if (!content.length) return '–';
  const text = ({ path, value, held }) => {
    const names = path.split('.');
    const parts = [key === 'posterior' && letters[names.at(-2)], content.length > 1 && fields.has(names.at(-1)) && shortName(names.at(-1))];
    return [...parts, held ? t('report.held') : valueText(fields.get(names.at(-1)), value)].filter(Boolean).join(' ');
  };
  const words = content.map(text).join(key === 'device' ? ', ' : ' · ').replace(/(\w+) ([^·]*) · \1 @/g, '$1 $2 @'); // a power and its axis
  return devices?.[i] ? `${devices[i]}: ${words}` : words;
}

const shortName = (name) => (name === 'keratometric_index' ? 'n' : name.replace('_magnitude', '').replace('_axis', ' @'));

function valueText(field, value) {
  if (typeof value === 'number') return withUnit(digitsOf(field.name, value), field);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? date(value) : word(value);
}
