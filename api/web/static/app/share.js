// The share of a result: its code, link, QR code and expiry.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { t, language, moment } from './words.js';
import { redraw } from './redraw.js';
import { copyButton } from './copy.js';

/** The panel of a share. failed says that a share was requested but could not be made. */
export function shareView({ biompin: share }, failed) {
  if (share?.pin) return panel(share);
  return failed ? html`<section class="share note warn"><h3>${t('share.failed')}</h3><p>${t('share.failed.do')}</p></section>` : nothing;
}

function panel(share) {
  const link = `${location.origin}/pin/${share.pin}`;
  return html`<section class="share no-print">
    <h3>${t('share.title')}</h3>
    <div class="share-body">
      ${qr(link)}
      <div>
        <p class="share-code code" aria-hidden="true">${breakable(share.pin)}</p>
        <p class="visually-hidden">${t('share.code', { code: spelled(share.pin) })}</p>
        ${expiry(share.expires_at)}
        <p><a class="share-link" href=${link}>${t('share.link')}</a></p>
      </div>
    </div>
    <div class="buttons">
      ${copyButton(share, 'code', share.pin, { label: t('share.copy.code'), look: '' })}
      ${copyButton(share, 'link', link, { label: t('share.copy.link'), look: '' })}
    </div>
    <p class="small soft">${t('share.warning')}</p>
  </section>`;
}

// Lets a long code break only after its hyphens.
const breakable = (code) => code.split('-').map((part, i, all) => (i < all.length - 1 ? html`${part}-<wbr>` : part));

// Puts spaces between the digits: a screen reader would read "114902" as one number.
const spelled = (code) => code.split('-').map((part) => (/^\d+$/.test(part) ? [...part].join(' ') : part)).join(', ');

function expiry(at) {
  if (!at) return nothing;
  return html`<p class="share-expiry">${t('share.expires', { when: moment(at), left: remainingTime(new Date(at) - Date.now()) })}</p>`;
}

function remainingTime(milliseconds) {
  const hours = milliseconds / 3_600_000;
  const [n, unit] = Math.abs(hours) < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  return new Intl.RelativeTimeFormat(language()).format(Math.round(n), unit);
}

let encoder; // the QR library, loaded when the first panel is shown
let loading;

function qr(link) {
  if (!encoder) {
    loading ??= import('../vendor/qrcode-generator/dist/qrcode.mjs').then((m) => { encoder = m.qrcode; redraw(); }, () => {}); // without the library the panel has no QR code
    return html`<div class="share-qr"></div>`;
  }
  const { size, path } = encode(link);
  return html`<div class="share-qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${t('share.qr')} shape-rendering="crispEdges">
    ${svg`<rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />`}</svg></div>`;
}

const margin = 4; // modules of white margin, which the standard requires

function encode(link) {
  const code = encoder(0, 'M');
  code.addData(link);
  code.make();
  const n = code.getModuleCount();
  let path = '';
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.isDark(y, x)) path += `M${x + margin} ${y + margin}h1v1h-1z`;
  return { size: n + 2 * margin, path };
}
