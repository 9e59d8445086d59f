// The bar of a result in which it is checked: what can be done with the selected value, how many
// values are confirmed, corrected and open, and signing off.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { nameOf, words } from './formview.js';
import { checkingOf, mayLeave } from './checking.js';
import { inputOf } from './form.js';
import { pagePath } from './places.js';
import { confirm, edit } from './editor.js';
import { selectedIn, select } from './selected.js';
import { focusValue } from './value.js';
import { failureView } from './failure.js';
import { shareSwitch } from './choices.js';
import { redraw } from './redraw.js';
import { focusOn } from './focus.js';

/** The bar of a response. replace is called with the response that takes its place. */
export function checkBar(response, replace) {
  const checking = checkingOf(response);
  const { confirmed, corrected, open } = checking.counts();
  return html`<section class="check-bar" aria-label=${t('check.title')}>
    <div class="row no-print">${valueButtons(response)}
      <p class="check-counts small" role="status">${t('check.count', { confirmed, corrected, open })}</p></div>
    ${checking.changes ? html`<p class="check-unsigned small"><strong>${t('check.unsigned')}</strong></p>` : nothing}
    ${checking.started ? signOffView(response, checking, replace) : nothing}
  </section>`;
}

function valueButtons(response) {
  const path = selectedIn(response);
  const name = path && inputOf(path);
  if (!name) return html`<p class="grow small soft">${t('check.hint')}</p>`;
  const stand = checkingOf(response).stand(name);
  return html`<p class="grow small"><strong>${nameOf(name)}</strong></p>
    <button type="button" class="button narrow check-confirm" ?disabled=${stand?.state === 'changed'} aria-pressed=${stand?.state === 'confirmed'}
      @click=${() => confirm(response, path)}>${t('check.confirm')} <kbd>${t('check.space')}</kbd></button>
    <button type="button" class="button narrow check-correct" @click=${() => edit(response, path)}>${t('check.correct')} <kbd>${t('check.enter')}</kbd></button>`;
}

function signOffView(response, checking, replace) {
  const wrong = checking.entry.wasSaveTried() ? checking.errors() : [];
  return html`<form class="check-sign no-print" ?inert=${checking.saving} @submit=${(e) => submit(e, response, checking, replace)}>
    ${wrong.length ? html`<div class="note bad"><p role="alert">${t.n('check.wrong', wrong.length)}</p><ul class="faults">${wrong.map(([name, finding]) => html`<li><button
      type="button" class="link" @click=${(e) => focusValue(e.target.closest('.report'), pagePath(name))}>${nameOf(name)}</button>: ${words(finding)}</li>`)}</ul></div>` : nothing}
    ${checking.failure ? failureView(checking.failure) : nothing}
    <div class="row">
      <input type="text" class="check-reader" maxlength="60" autocomplete="off" spellcheck="false" placeholder=${t('check.reader')} title=${t('check.reader.about')}
        aria-label="${t('check.reader')}. ${t('check.reader.about')}" .value=${checking.reader} @input=${(e) => { checking.reader = e.target.value; redraw(); }}>
      <button class="button primary check-signoff" ?disabled=${checking.saving}>${t(checking.saving ? 'check.signing' : 'check.sign')}</button>
      ${shareSwitch('check-' + response.metadata.request_id, checking.options)}
      <button type="button" class="button quiet check-discard" @click=${() => mayLeave(response)}>${t('check.discard')}</button>
    </div>
    ${checking.reader ? html`<p class="small soft">${t('check.reader.about')}</p>` : nothing}
  </form>`;
}

async function submit(e, response, checking, replace) {
  e.preventDefault();
  const report = e.target.closest('.report');
  const signed = await checking.signOff();
  if (!signed) {
    const [first] = checking.errors();
    if (first) focusValue(report, pagePath(first[0]));
    return;
  }
  const path = selectedIn(response);
  replace(signed);
  if (path) select(signed, path);
  focusOn('.report .signed-off');
}
