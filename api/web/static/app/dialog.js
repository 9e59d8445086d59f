// The question that is asked before data is lost.

import { html, render } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

/**
 * Asks a question and resolves to true if the answer is yes. Escape means no.
 * The browser keeps the focus inside the dialog and restores it afterwards.
 */
export function confirmed({ title, text, yes }) {
  const dialog = document.createElement('dialog');
  dialog.className = 'confirm card stack';
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  dialog.setAttribute('aria-describedby', 'confirm-text');
  render(question({ title, text, yes }), dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}

function question({ title, text, yes }) {
  const close = (value) => (e) => e.target.closest('dialog').close(value);
  return html`<h2 id="confirm-title">${title}</h2>
    <p id="confirm-text">${text}</p>
    <div class="row end">
      <button class="button" id="confirm-no" autofocus @click=${close('no')}>${t('upload.cancel')}</button>
      <button class="button danger" id="confirm-yes" @click=${close('yes')}>${yes}</button>
    </div>`;
}
