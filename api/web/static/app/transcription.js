// Sends the typed values as a new direct entry.

import { process, status } from './api.js';
import { newKey } from './files.js';
import { documentOf } from './form.js';

let last = {}; // the last request, {body, share, key}: the same content is sent again with the same key
let version;

/** Sends the values to be validated, with a share if share is true. */
export async function send(values, { share }) {
  const body = JSON.stringify(documentOf(values, await source()));
  if (last.body !== body || last.share !== share) last = { body, share, key: newKey() };
  return process(new File([body], 'transcription.json', { type: 'application/json' }), { share, key: last.key });
}

// The source that the document names: this app, with its version if it is known.
async function source() {
  version ??= (await status().catch(() => ({}))).app_version;
  return { source_app: 'biom web', ...(version && { source_version: version }) };
}
