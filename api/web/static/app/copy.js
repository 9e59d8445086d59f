// Buttons that copy a text and then say whether that worked.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { copy } from './files.js';
import { redraw } from './redraw.js';

const lastUsed = new WeakMap(); // owner → the last of its buttons that was used, {name, done}

/**
 * A button that copies a text, or the text that a function returns. owner is the
 * object that the text belongs to; of all buttons of one owner only the last one
 * used shows its outcome. of tells screen readers what will be copied.
 */
export function copyButton(owner, name, text, { label, of, look = 'quiet narrow' }) {
  const last = lastUsed.get(owner);
  const outcome = last?.name === name ? t(last.done ? 'report.copied' : 'report.uncopied') : '';
  const press = async () => {
    lastUsed.set(owner, { name, done: await copy(typeof text === 'function' ? text() : text) });
    redraw();
  };
  return html`<span class="copy"><button type="button" class="button ${look} copy-${name} no-print" @click=${press}>${label}${of
    ? html`<span class="visually-hidden"> ${of}</span>` : nothing}</button>
    <span class="copied" role="status">${outcome}</span></span>`;
}
