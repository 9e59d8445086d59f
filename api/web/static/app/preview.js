// The picture that was uploaded, to compare the values with. It stays in this
// page. A PDF is not shown: its reader has it open.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

let shown; // {file, address}

/** The picture, folded; nothing for what is none. */
export function preview(file) {
  if (!file.type.startsWith('image/')) return forget(), nothing;
  return html`<details class="no-print"><summary>${t('upload.preview')}</summary>
    <img class="preview" src=${addressOf(file)} alt=${t('upload.preview')}></details>`;
}

function addressOf(file) {
  if (shown?.file === file) return shown.address;
  forget();
  shown = { file, address: URL.createObjectURL(file) };
  return shown.address;
}

/** Lets go of the picture. */
export function forget() {
  if (shown) URL.revokeObjectURL(shown.address);
  shown = undefined;
}
