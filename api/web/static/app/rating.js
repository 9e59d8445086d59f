// The rating of a reading as right or wrong, for the operators of the service.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, has } from './words.js';
import { redraw } from './redraw.js';
import { rate } from './api.js';

const ratings = new WeakMap(); // response → {busy, rated, failure}

/** Asks whether the values are right. The first rating is final. */
export function ratingView(response) {
  const { busy, rated, failure } = ratings.get(response) ?? {};
  return html`<section class="rating no-print">
    <h3>${t('rating.title')}</h3>
    <div role="status">
      ${rated ? html`<p class="rated" data-rating=${rated}>${t('rating.said.' + rated)}</p>` : nothing}
      ${failure ? html`<p class="note warn">${failureText(failure)}</p>` : nothing}
    </div>
    ${rated || final(failure) ? nothing : html`<div class="buttons">${['accurate', 'inaccurate'].map((rating) => html`<button type="button" class="button"
        data-rating=${rating} ?disabled=${busy} @click=${() => send(response, rating)}>${t('rating.' + rating)}</button>`)}</div>
      <p class="small soft">${t('rating.hint')}</p>`}
  </section>`;
}

const final = (failure) => failure?.status === 404 || failure?.status === 409;
const failureText = ({ status }) => t(has('rating.failure.' + status) ? 'rating.failure.' + status : 'rating.failure');

async function send(response, rating) {
  ratings.set(response, { busy: true });
  redraw();
  try {
    await rate(response.metadata.request_id, rating);
    ratings.set(response, { rated: rating });
  } catch (failure) {
    ratings.set(response, { failure });
  }
  redraw();
}
