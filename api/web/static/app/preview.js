// The picture that was uploaded, to compare the values with. It is not sent
// anywhere. A PDF is not shown: users have it open in their own viewer.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

let shown; // {file, address}

/** The picture in a closed details element; nothing for a file that is not an image. */
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

/** Releases the picture's memory. */
export function forget() {
  if (shown) URL.revokeObjectURL(shown.address);
  shown = undefined;
}
