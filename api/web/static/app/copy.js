// Buttons that copy and say so.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { copy } from './files.js';
import { redraw } from './redraw.js';

const said = new WeakMap(); // object → which of its buttons was used last, and whether it worked

/**
 * A button that copies a text. The button is the owner's of that name: of all
 * of an owner only the last one used says that it copied. With "of" a screen
 * reader hears what would be copied.
 */
export function copyButton(owner, name, text, { label, of, look = 'quiet narrow' }) {
  const last = said.get(owner);
  const outcome = last?.name === name ? t(last.done ? 'report.copied' : 'report.uncopied') : '';
  const press = async () => {
    said.set(owner, { name, done: await copy(typeof text === 'function' ? text() : text) });
    redraw();
  };
  return html`<span class="copy"><button type="button" class="button ${look} copy-${name} no-print" @click=${press}>${label}${of
    ? html`<span class="visually-hidden"> ${of}</span>` : nothing}</button>
    <span class="copied" role="status">${outcome}</span></span>`;
}
