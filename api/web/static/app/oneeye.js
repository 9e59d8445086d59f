// Reports of one eye: the other one has no column of dashes, but can be shown to fill it in.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, fieldName } from './words.js';
import { eyes, eyesOf } from './measure.js';
import { redraw } from './redraw.js';

const shownWhole = new WeakSet(); // responses of one eye whose other eye is shown too

/** The eyes that have a column. */
export const columnsOf = (response) => (shownWhole.has(response) ? eyes : eyesOf(response));

/** Says of which eye a report is, if it is only one. */
export function oneEyeNote(response) {
  const [eye, other] = eyesOf(response);
  if (other) return nothing;
  const show = () => { shownWhole.add(response); redraw(); };
  return html`<p class="one-eye small">${t('summary.only', { eye: fieldName(eye) })} ${shownWhole.has(response) ? nothing
    : html`<button type="button" class="link no-print" @click=${show}>${t('summary.other')}</button>`}</p>`;
}
