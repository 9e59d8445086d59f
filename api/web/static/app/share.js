// The share of a result: code, link, QR code, expiry.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { t, language, moment } from './words.js';
import { redraw } from './redraw.js';
import { copyButton } from './copy.js';

/** The panel of a share; failed says that one was asked for and not made. */
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
        <p class="share-code code" aria-hidden="true">${broken(share.pin)}</p>
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

// A long code breaks after its hyphens only.
const broken = (code) => code.split('-').map((part, i, all) => (i < all.length - 1 ? html`${part}-<wbr>` : part));

// "114902" would be read as a hundred thousand and so on.
const spelled = (code) => code.split('-').map((part) => (/^\d+$/.test(part) ? [...part].join(' ') : part)).join(', ');

function expiry(at) {
  if (!at) return nothing;
  return html`<p class="share-expiry">${t('share.expires', { when: moment(at), left: left(new Date(at) - Date.now()) })}</p>`;
}

function left(milliseconds) {
  const hours = milliseconds / 3_600_000;
  const [n, of] = Math.abs(hours) < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  return new Intl.RelativeTimeFormat(language()).format(Math.round(n), of);
}

let encoder; // the library, once a panel was shown
let loading;

function qr(link) {
  if (!encoder) {
    loading ??= import('../vendor/qrcode-generator/dist/qrcode.mjs').then((m) => { encoder = m.qrcode; redraw(); }, () => {}); // it goes without
    return html`<div class="share-qr"></div>`;
  }
  const { size, path } = drawn(link);
  return html`<div class="share-qr"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${t('share.qr')} shape-rendering="crispEdges">
    ${svg`<rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />`}</svg></div>`;
}

const quiet = 4; // modules of white around it, as the standard has it

function drawn(link) {
  const code = encoder(0, 'M');
  code.addData(link);
  code.make();
  const n = code.getModuleCount();
  let path = '';
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.isDark(y, x)) path += `M${x + quiet} ${y + quiet}h1v1h-1z`;
  return { size: n + 2 * quiet, path };
}
