// The provenance of a response: how, when and by what it was read.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t, moment } from './words.js';
import { copyButton } from './copy.js';
import { nameOf } from './formview.js';
import { isKnown, signoffOf } from './signoff.js';

/** The provenance of a response. */
export function provenance(response) {
  const { metadata } = response;
  const signed = signoffOf(response);
  const extraction = signed?.extraction ?? metadata.extraction;
  const first = [
    ['method', extraction.method === 'AI' ? reader(extraction) : direct(extraction)],
    ['time', html`<time datetime=${extraction.timestamp}>${moment(extraction.timestamp)}</time>`],
    ...(signed ? signoff(signed) : []),
  ];
  const details = [
    ['key', extraction.method === 'AI' && t(extraction.byok ? 'report.key.own' : 'report.key.service')],
    ['input', extraction.input_schema_version],
    ['versions', t('report.versions.say', { schema: metadata.schema_version, app: metadata.app_version })],
    ['request', html`<span class="code">${metadata.request_id}</span>
      ${copyButton(metadata, 'request', metadata.request_id, { label: t('report.copy'), of: t('report.request') })}`],
  ];
  return html`<section class="provenance">
    <h3>${t('report.provenance')}</h3>
    ${list(first)}
    <details><summary>${t('report.details')}</summary>${list(details)}</details>
  </section>`;
}

// Who checked the values, when, how many are confirmed, and what was corrected.
function signoff({ reader, at, confirmed, corrected, open }) {
  const change = (c) => html`<li>${nameOf(c.name)}${isKnown(c) ? changed(c) : nothing}</li>`;
  return [['checked', html`<span class="signed-off" tabindex="-1">${[reader, moment(at)].filter(Boolean).join(', ')}:
    ${t('check.count', { confirmed: confirmed.length, corrected: corrected.length, open })}</span>`],
  ['corrected', corrected.length && html`<ul>${corrected.map(change)}</ul>`]];
}

const changed = ({ before, after }) => html`: <del><span class="visually-hidden">${t('check.was')} </span>${before ?? '–'}</del>
    <ins><span class="visually-hidden">${t('check.now')} </span>${after ?? '–'}</ins>`;

const list = (lines) => html`<dl>${lines.map(([key, value]) => (value ? html`<div><dt>${t('report.' + key)}</dt><dd>${value}</dd></div>` : nothing))}</dl>`;

// The reader of the service itself is no model: it takes numbers as they are printed.
const reader = ({ llm }) => (llm === 'local' ? t('report.local') : t('report.ai', { model: llm }));

// The source that a direct entry names is not verified. It is shown as given.
function direct({ source_app: app, source_version: version }) {
  return app ? t('report.direct.from', { app: [app, version].filter(Boolean).join(' ') }) : t('report.direct');
}
