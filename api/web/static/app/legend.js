// The small print below the table: what its axes and signs mean.

import { html } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';

/** The legend of a table. found is the result of unusual(response). */
export function legend(found) {
  const used = ['high', 'low', 'apart', 'printed'].filter((sign) => found.some((f) => f.sign === sign));
  return html`<p class="legend small soft">${['axes', ...used].map((key) => html`<span>${t('legend.' + key)}</span> `)}</p>`;
}
