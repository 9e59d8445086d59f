// The options of a request that a tab offers. prefix is the tab's name.

import { html } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

/** The switch for a share code. It sets options.share. */
export function shareSwitch(prefix, options, label = t('upload.share')) {
  const id = `${prefix}-share`;
  return html`<div><label class="switch"><input type="checkbox" id=${id} aria-describedby="${id}-hint" .checked=${options.share}
      @change=${(e) => { options.share = e.target.checked; }}> ${label}</label>
    <p class="hint" id="${id}-hint">${t('upload.share.hint')}</p></div>`;
}

/** The choice of the service tier. It sets options.tier. */
export function tierChoice(prefix, options) {
  return html`<fieldset class="row"><legend class="visually-hidden">${t('upload.tier')}</legend><span class="label" aria-hidden="true">${t('upload.tier')}</span>
    <span class="choice">${['standard', 'slow'].map((tier) => html`<label><input type="radio" name="${prefix}-tier" value=${tier}
      .checked=${options.tier === tier} @change=${() => { options.tier = tier; }}> ${t('upload.tier.' + tier)}</label>`)}</span></fieldset>`;
}
