// Sends what was typed, as a new direct entry.

import { process, status } from './api.js';
import { newKey } from './files.js';
import { documentOf } from './form.js';

let last = {}; // {body, share, key}: the same content is sent again under the same key
let version;

/** Has the values checked and saved, with a share if options.share says so. */
export async function send(values, { share }) {
  const body = JSON.stringify(documentOf(values, await source()));
  if (last.body !== body || last.share !== share) last = { body, share, key: newKey() };
  return process(new File([body], 'transcription.json', { type: 'application/json' }), { share, key: last.key });
}

// Where the values come from, as far as it is known.
async function source() {
  version ??= (await status().catch(() => ({}))).app_version;
  return { source_app: 'biom web', ...(version && { source_version: version }) };
}
