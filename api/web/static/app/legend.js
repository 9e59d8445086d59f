// The small print below the table: what its axes and signs mean, and what to do about doubts.

import { html } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { withheld } from './measure.js';

/** The legend of a response's table. found is the result of unusual(response). */
export function legend(response, found) {
  const used = ['high', 'low', 'apart', 'printed'].filter((sign) => found.some((f) => f.sign === sign));
  const keys = [...['axes', ...used].map((sign) => 'legend.' + sign), withheld(response).length && 'summary.advice', found.length && 'unusual.advice'];
  return html`<p class="legend small soft">${keys.filter(Boolean).map((key) => html`<span>${t(key)}</span> `)}</p>`;
}
